import { useId } from 'react'
import type { PriceStep } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { scalePlace } from '../rules.ts'
import { PeriodPattern } from './period-pattern.tsx'
import styles from './price-stairs.module.css'

const width = 520
const stepHeight = 36
const lowest = 28
/** What the mark of the hour rises above the highest step. */
const above = 26

type PriceStairsProps = {
  steps: readonly PriceStep[]
  /** The hour it is, minutes as a fraction; none on another day. */
  hour?: number
  periodCount: 3 | 6
  nameOf: (period: Period) => string
  /** The drawing in words. */
  label: string
}

/** The prices of a day as a staircase, the dearer the higher, with the hour it is. */
export function PriceStairs({ steps, hour, periodCount, nameOf, label }: PriceStairsProps) {
  const id = useId()
  // The cheapest first; on a day of one period there is nothing dearer to compare with.
  const periods = [...new Set(steps.map(({ period }) => period))].sort((a, b) => b - a)
  // A day of one price is no higher than its step.
  const foot = above + lowest + (periods.length - 1) * stepHeight
  const x = (at: number) => (at / 24) * width
  return (
    <>
      <svg className={styles.stairs} viewBox={`0 0 ${width} ${foot + 24}`} role="img" aria-label={label}>
        <defs>
          {periods.map((period) => (
            <PeriodPattern key={period} id={`${id}${period}`} place={scalePlace(period, periodCount)} />
          ))}
        </defs>
        {steps.map(({ from, to, period }) => {
          const height = lowest + periods.indexOf(period) * stepHeight
          return (
            <rect
              key={from}
              className={styles[`mark${scalePlace(period, periodCount)}`]}
              x={x(from) + 1}
              y={foot - height}
              width={x(to - from) - 2}
              height={height}
              rx="3"
              fill={`url(#${id}${period})`}
            />
          )
        })}
        {[...steps.map(({ from }) => from), 24].map((at) => (
          <text key={at} x={x(at)} y={foot + 18} textAnchor={at === 0 ? 'start' : at === 24 ? 'end' : 'middle'}>
            {at}
          </text>
        ))}
        {hour !== undefined && (
          <g className={styles.now}>
            <path className={styles.gap} d={`M${x(hour)} 6V${foot + 4}`} />
            <path d={`M${x(hour)} 6V${foot + 4}`} />
            <circle cx={x(hour)} cy="6" r="5" />
          </g>
        )}
      </svg>
      <ul className={styles.legend}>
        {periods.map((period) => (
          <li key={period}>
            <svg viewBox="0 0 18 18" aria-hidden="true">
              <rect
                className={styles[`mark${scalePlace(period, periodCount)}`]}
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
    </>
  )
}
