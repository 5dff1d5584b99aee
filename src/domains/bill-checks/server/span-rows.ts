import { type RawBuilder, sql } from 'kysely'
import { columnOf } from '#domains/consumption/server/curve/day-columns.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
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

/** Matches the rows of these supply points, so that those of a single one are read on its node where curves are distributed. */
export function isOfSpans(table: string, spans: readonly PointSpan[]): RawBuilder<boolean> {
  return isOneOf(`${table}.supply_point_id`, [...new Set(spans.map(({ supplyPointId }) => supplyPointId))])
}
