import { levelHeight, outlineOf, type Step, staircase } from './step-shapes.ts'
import styles from './steps.module.css'

type SceneProps = {
  width: number
  height: number
  /** The day to draw; without it the staircase of the brand. */
  steps?: readonly Step[]
  /** Marks an hour, with its minutes as a fraction: 16.33. Beside it words must say the same. */
  now?: number
}

/** The steps of a day on the plate, from edge to edge. */
export function StepsScene({ width, height, steps = staircase, now }: SceneProps) {
  const x = (hour: number) => (hour / 24) * width
  return (
    <svg className={styles.scene} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className={styles.low} d={outlineOf(steps, { width, height })} />
      {steps
        .filter(({ level }) => level === 3)
        .map(({ from, to, level }) => (
          <rect
            key={from}
            className={styles.high}
            x={x(from)}
            y={height - levelHeight(level, height)}
            width={x(to - from)}
            height={levelHeight(level, height)}
          />
        ))}
      {steps.map(({ from }) => (
        <text key={from} className={styles.hour} x={x(from) + 8} y={height - 14}>
          {from}
        </text>
      ))}
      {now !== undefined && <NowMark x={x(now)} top={height * 0.07} bottom={height} />}
    </svg>
  )
}

function NowMark({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return (
    <g className={styles.now}>
      <path d={`M${x} ${top}V${bottom}`} />
      <circle cx={x} cy={top + 6} r="4" />
    </g>
  )
}
