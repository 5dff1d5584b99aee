import type { ChartType } from '../rules.ts'

/** Whether a year before is shown without being asked for: months and days tell something by it, single hours little. */
export function isComparedAtFirst(type: ChartType): boolean {
  return type === 'monthly' || type === 'daily'
}
