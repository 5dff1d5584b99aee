/** A part of the day, in hours, and its level: 1 low to 3 high. */
export type DayStep = { from: number; to: number; level: 1 | 2 | 3 }

/** The staircase of the portal's brand: low at night, high at ten, half after lunch, high again at six. */
export const staircase: readonly DayStep[] = [
  { from: 0, to: 8, level: 1 },
  { from: 8, to: 10, level: 2 },
  { from: 10, to: 14, level: 3 },
  { from: 14, to: 18, level: 2 },
  { from: 18, to: 22, level: 3 },
  { from: 22, to: 24, level: 2 },
]

/** Returns the outline of the steps as an SVG path, filled down to the lower edge of a drawing of this size. */
export function outlineOf(steps: readonly DayStep[], { width, height }: { width: number; height: number }): string {
  const line = steps.map(
    ({ to, level }) => `V${round(height - levelHeight(level, height))}H${round((to / 24) * width)}`,
  )
  return `M0 ${height}${line.join('')}V${height}z`
}

/** Returns the height of a level in a drawing; above the highest there is room for the hour mark. */
export function levelHeight(level: number, height: number): number {
  return (level * height) / 4.3
}

function round(px: number): number {
  return Math.round(px * 10) / 10
}
