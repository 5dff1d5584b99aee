import { type RawBuilder, sql } from 'kysely'
import { columnOf } from '#domains/consumption/server/curve/day-columns.ts'
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
