import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { CurveRange } from '../../rules.ts'
import { type ContractPoint, sourcesByPriority } from '../curve/curve-queries.ts'
import { columnOf } from '../curve/day-columns.ts'

/** A day whose energy the distributor has corrected, and when. */
export type CorrectedDay = { day: MarketDay; correctedOn: MarketDay; beforeWh: number; afterWh: number }

const maxListed = 20

/**
 * Returns the last corrections of the days of a range, newest first, and how many days they are. Only those of the file
 * that the day is shown from, and that changed the energy of the day.
 */
export async function findCorrectedDays(
  db: Database,
  { point: { supplyPointId, visibleRange }, range }: { point: ContractPoint; range: CurveRange },
): Promise<{ corrections: CorrectedDay[]; correctedDays: number }> {
  const start = range.start > visibleRange.start ? range.start : visibleRange.start
  const end = range.end < visibleRange.end ? range.end : visibleRange.end
  const { rows } = await sql<CorrectedDay & { correctedDays: number }>`
    select day, (corrected_at at time zone 'Europe/Madrid')::date as "correctedOn",
      before_wh as "beforeWh", after_wh as "afterWh",
      (dense_rank() over (order by day) + dense_rank() over (order by day desc) - 1)::integer as "correctedDays"
    from curve_correction correction
    where supply_point_id = ${supplyPointId} and day between ${start}::date and ${end}::date and before_wh <> after_wh
      and not exists (
        select from curve_day better
        where better.supply_point_id = ${supplyPointId} and better.day = correction.day
          and better.day between ${start}::date and ${end}::date
          and array_position(${sourcesByPriority}::text[], better.source)
            < array_position(${sourcesByPriority}::text[], correction.source))
    order by corrected_at desc, day desc limit ${maxListed}`.execute(db)
  return {
    corrections: rows.map(({ correctedDays: _, ...correction }) => correction),
    correctedDays: rows[0]?.correctedDays ?? 0,
  }
}

/** Some days of a supply point, and the day after which a correction counts. */
type DaysSince = DayRange & { supplyPointId: number; since: MarketDay }

/** Returns the day on which any of the days was last corrected after another one; null if none was. */
export async function findCorrectionsSince(db: Database, spans: readonly DaysSince[]): Promise<(MarketDay | null)[]> {
  if (spans.length === 0) return []
  const { rows } = await sql<{ place: number; corrected_on: MarketDay }>`
    select place, max((corrected_at at time zone 'Europe/Madrid')::date) as corrected_on
    from unnest(
      ${spans.map((_, place) => place)}::integer[], ${columnOf(spans, 'supplyPointId')}::bigint[],
      ${columnOf(spans, 'firstDay')}::date[], ${columnOf(spans, 'lastDay')}::date[], ${columnOf(spans, 'since')}::date[]
    ) as span (place, point_id, first_day, last_day, since)
      join curve_correction correction on correction.supply_point_id = span.point_id
        and correction.day between span.first_day and span.last_day
        and (correction.corrected_at at time zone 'Europe/Madrid')::date > span.since
    group by place`.execute(db)
  const byPlace = new Map(rows.map(({ place, corrected_on }) => [place, corrected_on]))
  return spans.map((_, place) => byPlace.get(place) ?? null)
}
