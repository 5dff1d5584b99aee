import styles from './day-steps-drawing.module.css'
import { staircase } from './step-shapes.ts'

/**
 * An animation shown while another system works, for an unknown time: hour after hour of a day. The only element that
 * moves by itself.
 */
export function ProgressAnimation() {
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
