import { useId } from 'react'
import type { PriceStep } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { pricePosition } from '../rules.ts'
import { PeriodPattern } from './period-pattern.tsx'
import styles from './price-steps-chart.module.css'

const width = 520
const stepHeight = 36
const minStepHeight = 28
/** How far the marker of the current hour rises above the highest step. */
const markerHeight = 26

type PriceStepsChartProps = {
  steps: readonly PriceStep[]
  /** The current hour, with minutes as a fraction; omitted on another day. */
  hour?: number
  periodCount: 3 | 6
  nameOf: (period: Period) => string
  /** The text alternative of the drawing. */
  label: string
}

/** Draws the prices of a day as steps, higher for more expensive, with the current hour. */
export function PriceStepsChart({ steps, hour, periodCount, nameOf, label }: PriceStepsChartProps) {
  const id = useId()
  // Cheapest first; on a day with one period, there is nothing more expensive to compare with.
  const periods = [...new Set(steps.map(({ period }) => period))].sort((a, b) => b - a)
  // On a day of one price, the drawing is only as high as its step.
  const baseline = markerHeight + minStepHeight + (periods.length - 1) * stepHeight
  const x = (at: number) => (at / 24) * width
  return (
    <>
      <svg className={styles.stairs} viewBox={`0 0 ${width} ${baseline + 24}`} role="img" aria-label={label}>
        <defs>
          {periods.map((period) => (
            <PeriodPattern key={period} id={`${id}${period}`} pricePosition={pricePosition(period, periodCount)} />
          ))}
        </defs>
        {steps.map(({ from, to, period }) => {
          const height = minStepHeight + periods.indexOf(period) * stepHeight
          return (
            <rect
              key={from}
              className={styles[`mark${pricePosition(period, periodCount)}`]}
              x={x(from) + 1}
              y={baseline - height}
              width={x(to - from) - 2}
              height={height}
              rx="3"
              fill={`url(#${id}${period})`}
            />
          )
        })}
        {[...steps.map(({ from }) => from), 24].map((at) => (
          <text key={at} x={x(at)} y={baseline + 18} textAnchor={at === 0 ? 'start' : at === 24 ? 'end' : 'middle'}>
            {at}
          </text>
        ))}
        {hour !== undefined && (
          <g className={styles.now}>
            <path className={styles.gap} d={`M${x(hour)} 6V${baseline + 4}`} />
            <path d={`M${x(hour)} 6V${baseline + 4}`} />
            <circle cx={x(hour)} cy="6" r="5" />
          </g>
        )}
      </svg>
      <Legend {...{ id, periods, periodCount, nameOf }} />
    </>
  )
}

type LegendProps = Pick<PriceStepsChartProps, 'periodCount' | 'nameOf'> & {
  /** Begins the ids of the patterns. */
  id: string
  periods: readonly Period[]
}

function Legend({ id, periods, periodCount, nameOf }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {periods.map((period) => (
        <li key={period}>
          <svg viewBox="0 0 18 18" aria-hidden="true">
            <rect
              className={styles[`mark${pricePosition(period, periodCount)}`]}
              x="1"
              y="1"
              width="16"
              height="16"
              rx="3"
              fill={`url(#${id}${period})`}
            />
          </svg>
          <span className={styles.name}>{nameOf(period)}</span>
        </li>
      ))}
    </ul>
  )
}
