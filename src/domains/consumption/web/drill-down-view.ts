import { firstOfMonth, lastOfMonth } from '#vocabulary/day.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import type { ChartType, CurveRange } from '../rules.ts'
import type { Span } from './interval-names.ts'

export type DrillDownView = { type: ChartType; range: CurveRange }

/**
 * Returns the view that a bar opens: a month its days, a day its hours, an hour the quarters of its day. Null if
 * nothing is finer.
 */
export function findDrillDownView(
  { type, stepMinutes }: Pick<ConsumptionCurve, 'type' | 'stepMinutes'>,
  span: Span,
): DrillDownView | null {
  switch (span.kind) {
    case 'month':
      return { type: 'daily', range: { start: firstOfMonth(span.day), end: lastOfMonth(span.day) } }
    case 'days':
      return { type: type === 'monthly' ? 'monthly' : 'daily', range: { start: span.first, end: span.last } }
    case 'day':
      return { type: type === 'quarter-hourly' ? type : 'hourly', range: { start: span.day, end: span.day } }
    case 'clock':
      return type === 'hourly' && stepMinutes === 15
        ? { type: 'quarter-hourly', range: { start: span.day, end: span.day } }
        : null
  }
}
