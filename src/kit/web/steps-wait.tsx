import { staircase } from './step-shapes.ts'
import styles from './steps.module.css'

/** Somebody else is at work, for a time not known: hour after hour of a day. The only thing that moves by itself. */
export function StepsWait() {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const bars = hours.map((hour) => {
    const level = staircase.find(({ from, to }) => hour >= from && hour < to)?.level ?? 1
    return <rect key={hour} x={hour * 10} y={54 - level * 18} width="8.500" height={level * 18} rx="1.500" />
  })
  return (
    <svg className={styles.wait} viewBox="0 0 240 54" preserveAspectRatio="none" aria-hidden="true">
      <g className={styles.base}>{bars}</g>
      <g className={styles.reached}>{bars}</g>
    </svg>
  )
}
