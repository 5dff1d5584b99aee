import { firstOfMonth, lastOfMonth } from '#vocabulary/day.ts'
import type { ChartType, DayRange } from '../rules.ts'
import type { ToldCurve } from '../told-curve.ts'
import type { Span } from './interval-names.ts'

export type CloserView = { type: ChartType; range: DayRange }

/** What a bar opens: a month its days, a day its hours, an hour the quarters of its day. Null where nothing is finer. */
export function closerView(
  { type, stepMinutes }: Pick<ToldCurve, 'type' | 'stepMinutes'>,
  span: Span,
): CloserView | null {
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
