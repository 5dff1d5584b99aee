import type { Paint } from './chart-data.ts'

/** The paint for a total without breakdown, and for the remainder of many series. */
export const plainPaint: Paint = { fill: '--ink-3', mark: '--ink-3', pattern: 'plain' }
