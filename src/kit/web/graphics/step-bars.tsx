import { classNames } from '../class-names.ts'
import styles from './day-steps-drawing.module.css'
import { staircase } from './step-shapes.ts'

type StepBarsProps = {
  /** Which of the six steps are missing, from 0: all where there is nothing yet, one where something failed. */
  missing: readonly number[]
  isOnSummaryCard?: boolean
}

/**
 * The staircase as six bars, the missing ones dashed: the illustration for empty, lost or not yet available content.
 */
export function StepBars({ missing, isOnSummaryCard }: StepBarsProps) {
  // On the summary card it is larger, and its feet are below the lower edge.
  const { width, height, foot } = isOnSummaryCard
    ? { width: 460, height: 230, foot: 8 }
    : { width: 240, height: 84, foot: -2 }
  const gap = width / 120
  return (
    <svg
      className={classNames(isOnSummaryCard ? styles.scene : styles.bars, isOnSummaryCard && styles.onCard)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {staircase.map(({ from, to, level }, index) => {
        const top = height - 8 - ((height - 10) / 3.05) * level + 6
        return (
          <rect
            key={from}
            className={missing.includes(index) ? styles.missing : styles.there}
            x={(from / 24) * width + gap / 2}
            y={top}
            width={((to - from) / 24) * width - gap}
            height={height + foot - top}
            rx={isOnSummaryCard ? 4 : 3}
          />
        )
      })}
    </svg>
  )
}
