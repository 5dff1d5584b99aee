import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { sourcesByPriority } from '#domains/consumption/server/curve/curve-queries.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MeteredSpan } from './check/bill-facts.ts'
import { isOfSpans, spanRows } from './span-rows.ts'

/** The days of a supply point whose energy is read. */
export type SpanQuery = { supplyPointId: number; spans: readonly DayRange[] }
type SpanRow = {
  place: number
  import_wh: (string | null)[]
  export_wh: string | null
  covered_hours: number
  missing_hours: number
  estimated_hours: number
}

/** Returns the energy of the spans of each query, of the best source of each day, from the totals stored with it. */
export async function readMeteredEnergy(db: Database, queries: readonly SpanQuery[]): Promise<MeteredSpan[][]> {
  const spans = queries.flatMap(({ supplyPointId, spans: own }, bill) =>
    own.map((days) => ({ ...days, bill, supplyPointId })),
  )
  const metered = queries.map((): MeteredSpan[] => [])
  if (spans.length === 0) return metered
  const { rows } = await sql<SpanRow>`
    select place,
      array[${sql.join([1, 2, 3, 4, 5, 6].map(sumOfPeriod))}]::text[] as import_wh,
      sum(export_wh)::text as export_wh,
      (sum(covered_minutes) / 60.0)::float8 as covered_hours,
      (sum(missing_minutes) / 60.0)::float8 as missing_hours,
      (sum(estimated_minutes) / 60.0)::float8 as estimated_hours
    from (
      -- Only what is summed is sorted, not the quarter hours. Citus forgets a distinct column that is not selected.
      select distinct on (place, day) place, day, import_period_wh,
        case when export_period_wh is not null then (select sum(wh) from unnest(export_period_wh) as wh) end as export_wh,
        cardinality(import_wh) * step_minutes as covered_minutes, missing_intervals * step_minutes as missing_minutes,
        coalesce(length(quality) - length(replace(quality, 'E', '')), 0) * step_minutes as estimated_minutes
      from ${spanRows(spans)}
        join curve_day on curve_day.supply_point_id = span.point_id and curve_day.day between span.first_day and span.last_day
          and ${isOfSpans('curve_day', spans)}
      order by place, day, array_position(${sourcesByPriority}::text[], source)
    ) best
    group by place`.execute(db)
  for (const row of rows) {
    const { bill, firstDay, lastDay } = spans[row.place]!
    metered[bill]!.push({ firstDay, lastDay, ...energyOf(row) })
  }
  return metered.map((own) => own.sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1)))
}

function sumOfPeriod(period: number): RawBuilder<unknown> {
  return sql`sum(import_period_wh[${sql.lit(period)}])`
}

function energyOf(row: SpanRow): Omit<MeteredSpan, keyof DayRange> {
  return {
    importWh: row.import_wh.filter((wh) => wh !== null).map(Number),
    exportWh: row.export_wh === null ? null : Number(row.export_wh),
    ...{ coveredHours: row.covered_hours, missingHours: row.missing_hours, estimatedHours: row.estimated_hours },
  }
}
