import { spaced } from './spaced.ts'
import { staircase } from './step-shapes.ts'
import styles from './steps.module.css'

type BarsProps = {
  /** Which of the six steps are missing, from 0: all where there is nothing yet, one where something fell out. */
  missing: readonly number[]
  isOnPlate?: boolean
}

/** The staircase as six bars, the missing ones dashed: the drawing of what is empty, lost or not there yet. */
export function StepBars({ missing, isOnPlate }: BarsProps) {
  // On the plate it is larger, and its feet are below the lower edge.
  const { width, height, foot } = isOnPlate
    ? { width: 460, height: 230, foot: 8 }
    : { width: 240, height: 84, foot: -2 }
  const gap = width / 120
  return (
    <svg
      className={spaced(isOnPlate ? styles.scene : styles.bars, isOnPlate && styles.onPlate)}
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
            rx={isOnPlate ? 4 : 3}
          />
        )
      })}
    </svg>
  )
}
