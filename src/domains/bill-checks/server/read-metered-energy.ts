import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { sourcesByPriority } from '#domains/consumption/server/curve/curve-queries.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MeteredSpan } from './check/bill-facts.ts'
import { isOfSpan, spanRows } from './span-rows.ts'

/** The days of a supply point whose energy is read. */
export type SpanQuery = { supplyPointId: number; spans: readonly DayRange[] }
type SpanRow = {
  place: number
  import_wh: (string | null)[]
  export_wh: (string | null)[] | null
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
    select place, metered.*
    from ${spanRows(spans)} cross join lateral (
      -- Citus needs the column by which curves are distributed in what is distinct and grouped.
      select
        ${sumOfPeriods('import_period_wh')} as import_wh,
        case when count(export_period_wh) > 0 then ${sumOfPeriods('export_period_wh')} end as export_wh,
        (sum(covered_minutes) / 60.0)::float8 as covered_hours,
        (sum(missing_minutes) / 60.0)::float8 as missing_hours,
        (sum(estimated_minutes) / 60.0)::float8 as estimated_hours
      from (
        -- Only what is summed is sorted, not the quarter hours. Citus forgets a distinct column that is not selected.
        select distinct on (supply_point_id, day) supply_point_id, day, import_period_wh, export_period_wh,
          cardinality(import_wh) * step_minutes as covered_minutes, missing_intervals * step_minutes as missing_minutes,
          coalesce(length(quality) - length(replace(quality, 'E', '')), 0) * step_minutes as estimated_minutes
        from curve_day where ${isOfSpan(spans)}
        order by supply_point_id, day, array_position(${sourcesByPriority}::text[], source)
      ) best
      group by supply_point_id
    ) metered`.execute(db)
  for (const row of rows) {
    const { bill, firstDay, lastDay } = spans[row.place]!
    metered[bill]!.push({ firstDay, lastDay, ...energyOf(row) })
  }
  return metered.map((own) => own.sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1)))
}

function sumOfPeriods(column: string): RawBuilder<unknown> {
  const sums = [1, 2, 3, 4, 5, 6].map((period) => sql`sum(${sql.ref(column)}[${sql.lit(period)}])`)
  return sql`array[${sql.join(sums)}]::text[]`
}

function energyOf(row: SpanRow): Omit<MeteredSpan, keyof DayRange> {
  const importWh = row.import_wh.filter((wh) => wh !== null).map(Number)
  const exportWh = row.export_wh?.filter((wh) => wh !== null).map(Number)
  return {
    ...{ importWh, exportWh: exportWh && exportWh.length > 0 ? exportWh.reduce((sum, wh) => sum + wh) : null },
    ...{ coveredHours: row.covered_hours, missingHours: row.missing_hours, estimatedHours: row.estimated_hours },
  }
}
