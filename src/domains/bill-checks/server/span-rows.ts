import { type RawBuilder, sql } from 'kysely'
import { columnOf } from '#domains/consumption/server/curve/day-columns.ts'
import { isOfSingle } from '#kit/server/is-one-of.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'

/** Some days of a supply point. */
export type PointSpan = DayRange & { supplyPointId: number }

/**
 * Returns spans as rows `span (place, point_id, first_day, last_day)` of a query. `place` is their place in the list, by which
 * results find them again.
 */
export function spanRows(spans: readonly PointSpan[]): RawBuilder<unknown> {
  return sql`unnest(
      ${spans.map((_, place) => place)}::integer[], ${columnOf(spans, 'supplyPointId')}::bigint[],
      ${columnOf(spans, 'firstDay')}::date[], ${columnOf(spans, 'lastDay')}::date[]
    ) as span (place, point_id, first_day, last_day)`
}

/** Matches the rows of these spans' supply point, if it is a single one, so that they are read on its node where curves are distributed. */
export function isOfSpans(table: string, spans: readonly PointSpan[]): RawBuilder<boolean> {
  return isOfSingle(`${table}.supply_point_id`, [...new Set(spans.map(({ supplyPointId }) => supplyPointId))])
}

/** Returns the curves of spans as `span join curve_day` of a query. */
export function spanCurves(spans: readonly PointSpan[]): RawBuilder<unknown> {
  return sql`${spanRows(spans)} join curve_day on ${isOfSpan(spans)}`
}

/** Matches the days of `curve_day` that `span` has. Those of all spans together tell PostgreSQL which months it need not open. */
export function isOfSpan(spans: readonly PointSpan[]): RawBuilder<boolean> {
  const firstDay = spans.map((span) => span.firstDay).reduce((least, day) => (day < least ? day : least))
  const lastDay = spans.map((span) => span.lastDay).reduce((most, day) => (day > most ? day : most))
  return sql`curve_day.supply_point_id = span.point_id and curve_day.day between span.first_day and span.last_day
        and curve_day.day between ${firstDay}::date and ${lastDay}::date and ${isOfSpans('curve_day', spans)}`
}
