import type { Paint } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

const paints: Record<Period, Paint> = {
  1: { fill: '--p1', mark: '--p1-mark', pattern: 'plain' },
  2: { fill: '--p2', mark: '--p2-mark', pattern: 'rising' },
  3: { fill: '--p3', mark: '--p3-mark', pattern: 'falling' },
  4: { fill: '--p4', mark: '--p4-mark', pattern: 'level' },
  5: { fill: '--p5', mark: '--p5-mark', pattern: 'dots' },
  6: { fill: '--p6', mark: '--p6-mark', pattern: 'plain' },
}

// Three periods use these positions on the price scale.
const ofThree: Record<1 | 2 | 3, Paint> = {
  1: { fill: '--peak', mark: '--peak-mark', pattern: 'plain' },
  2: { fill: '--flat', mark: '--flat-mark', pattern: 'falling' },
  3: { fill: '--valley', mark: '--valley-mark', pattern: 'plain' },
}

/** The paint of energy fed into the grid. */
export const generationPaint: Paint = { fill: '--generation', mark: '--generation-mark', pattern: 'upright' }

/** Returns the paint of a period's energy: expensive is dark, cheap is light. */
export function paintOf(period: Period | null, periodCount: 3 | 6): Paint {
  if (period === null) return plainPaint
  return periodCount === 3 && period <= 3 ? ofThree[period as 1 | 2 | 3] : paints[period]
}
