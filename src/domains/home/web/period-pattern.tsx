import type { Period } from '#vocabulary/tariff-periods.ts'
import styles from './period-pattern.module.css'

type PatternShape = { size: number; turn?: number; lines?: string; dots?: readonly (readonly [x: number, y: number])[] }

/** By position on the price scale: solid, lines at 45°, lines at −45°, horizontal lines, dots, solid and pale. */
const patternShapes: Record<Period, PatternShape> = {
  1: { size: 8 },
  2: { size: 5, turn: 45, lines: 'M0 0v5' },
  3: { size: 6, turn: -45, lines: 'M0 0v6' },
  4: { size: 6, lines: 'M0 1h6' },
  5: {
    size: 7,
    dots: [
      [2, 2],
      [5.5, 5.5],
    ],
  },
  6: { size: 8 },
}

/** Defines the colour and pattern of a period, to fill shapes with by its id. */
export function PeriodPattern({ id, pricePosition }: { id: string; pricePosition: Period }) {
  const { size, turn, lines, dots } = patternShapes[pricePosition]
  return (
    <pattern
      id={id}
      className={styles[`place${pricePosition}`]}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={turn ? `rotate(${turn})` : undefined}
    >
      <rect className={styles.ground} width={size} height={size} />
      {lines && <path className={styles.lines} d={lines} />}
      {dots?.map(([x, y]) => (
        <circle key={x} className={styles.dot} cx={x} cy={y} r="1.25" />
      ))}
    </pattern>
  )
}
