import styles from './day-steps-drawing.module.css'
import { type DayStep, levelHeight, outlineOf, staircase } from './step-shapes.ts'

type DayStepsDrawingProps = {
  width: number
  height: number
  /** The day to draw; by default the staircase of the brand. */
  steps?: readonly DayStep[]
  /** Marks an hour, with its minutes as a fraction: 16.33. Adjacent text must give the same information. */
  now?: number
}

/** The steps of a day on the summary card, from edge to edge. */
export function DayStepsDrawing({ width, height, steps = staircase, now }: DayStepsDrawingProps) {
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
