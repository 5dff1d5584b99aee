import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { countMarked } from '#domains/consumption/server/curve/count-marked.ts'
import { sourcesByPriority } from '#domains/consumption/server/curve/curve-queries.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MeteredSpan } from './check/bill-facts.ts'
import { isOfSpan, type PointSpan, spanRows } from './span-rows.ts'

/** The days of a supply point whose energy is read. */
export type SpanQuery = { supplyPointId: number; spans: readonly DayRange[] }
type Span = PointSpan & { bill: number }
type SpanRow = {
  place: number
  import_wh: (string | null)[]
  export_wh: (string | null)[] | null
  covered_hours: number
  missing_hours: number
  estimated_hours: number
  provisional_hours: number
  is_of_one_source: boolean
}

/** Returns the energy of the spans of each query, of the best source of each day, from the totals stored with it. */
export async function readMeteredEnergy(db: Database, queries: readonly SpanQuery[]): Promise<MeteredSpan[][]> {
  const spans = queries.flatMap(({ supplyPointId, spans: own }, bill) =>
    own.map((days): Span => ({ ...days, bill, supplyPointId })),
  )
  const metered = queries.map((): MeteredSpan[] => [])
  for (const { span, row } of await sumSpans(db, spans))
    metered[span.bill]!.push({ firstDay: span.firstDay, lastDay: span.lastDay, ...energyOf(row) })
  return metered.map((own) => own.sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1)))
}

type SpanSum = { span: Span; row: SpanRow }

/** Days of a single source are summed without sorting them; spans of several sources are read again. */
async function sumSpans(db: Database, spans: readonly Span[]): Promise<SpanSum[]> {
  const sums = await sumDays(db, spans, { ofBestSource: false })
  const ofOne = sums.filter(({ row }) => row.is_of_one_source)
  const ofSeveral = sums.filter(({ row }) => !row.is_of_one_source).map(({ span }) => span)
  return [...ofOne, ...(await sumDays(db, ofSeveral, { ofBestSource: true }))]
}

async function sumDays(
  db: Database,
  spans: readonly Span[],
  { ofBestSource }: { ofBestSource: boolean },
): Promise<SpanSum[]> {
  if (spans.length === 0) return []
  // Citus needs the column by which curves are distributed in what is distinct and grouped, and forgets one that is not selected.
  const distinct = ofBestSource ? sql`distinct on (supply_point_id, day)` : sql``
  const byPriority = ofBestSource
    ? sql`order by supply_point_id, day, array_position(${sourcesByPriority}::text[], source)`
    : sql``
  const { rows } = await sql<SpanRow>`
    select place, metered.*
    from ${spanRows(spans)} cross join lateral (
      select
        ${sumOfPeriods('import_period_wh')} as import_wh,
        case when count(export_period_wh) > 0 then ${sumOfPeriods('export_period_wh')} end as export_wh,
        (sum(covered_minutes) / 60.0)::float8 as covered_hours,
        (sum(missing_minutes) / 60.0)::float8 as missing_hours,
        (sum(estimated_minutes) / 60.0)::float8 as estimated_hours,
        (sum(provisional_minutes) / 60.0)::float8 as provisional_hours,
        min(source) = max(source) as is_of_one_source
      from (
        -- Only what is summed is sorted, not the quarter hours.
        select ${distinct} supply_point_id, day, source collate "C" as source, import_period_wh, export_period_wh,
          cardinality(import_wh) * step_minutes as covered_minutes, missing_intervals * step_minutes as missing_minutes,
          ${countMarked('E')} * step_minutes as estimated_minutes, ${countMarked('P')} * step_minutes as provisional_minutes
        from curve_day where ${isOfSpan(spans)}
        ${byPriority}
      ) best
      group by supply_point_id
    ) metered`.execute(db)
  return rows.map((row) => ({ span: spans[row.place]!, row }))
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
    ...{ coveredHours: row.covered_hours, missingHours: row.missing_hours },
    ...{ estimatedHours: row.estimated_hours, provisionalHours: row.provisional_hours },
  }
}
