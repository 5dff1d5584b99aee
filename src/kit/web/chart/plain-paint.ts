import type { Paint } from './chart-data.ts'

/** What is measured without being told apart, and what is left of many. */
export const plainPaint: Paint = { fill: '--ink-3', mark: '--ink-3', pattern: 'plain' }
