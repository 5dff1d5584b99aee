import type { ChartType } from '../rules.ts'

/**
 * Checks whether the year before is shown by default: it is informative for months and days, hardly for single hours.
 */
export function isComparedByDefault(type: ChartType): boolean {
  return type === 'monthly' || type === 'daily'
}
