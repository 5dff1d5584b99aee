import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { StoredDay } from '../../curve.ts'
import type { CurveRange } from '../../rules.ts'
import { countMarked } from '../curve/count-marked.ts'
import { type ContractPoint, readSingleDays, sourcesByPriority } from '../curve/curve-queries.ts'
import { computeDayTotals } from './day-totals.ts'

/** The totals of a month or a day. Periods are P1 first; null if there are no data. */
export type SpanTotals = {
  /** The first day of the month, or the day. */
  firstDay: MarketDay
  importPeriodWh: number[]
  exportPeriodWh: number[] | null
  reactiveVarh: number | null
  /** Hours without a meter value, within the days with data. */
  missingHours: number
  estimatedHours: number
  /** Hours of the days with data; a day has 23 or 25 where the clocks change. */
  coveredHours: number
}

/**
 * Returns the totals of a supply point by month or day, from the totals stored with each day: a year is 365 rows
 * instead of 35,040. Only days that several sources cover, none of them without a gap, are read hour by hour.
 */
export async function readTotals(
  db: Database,
  { point, range, unit }: { point: ContractPoint; range: CurveRange; unit: 'month' | 'day' },
): Promise<SpanTotals[]> {
  const start = range.start > point.visibleRange.start ? range.start : point.visibleRange.start
  const end = range.end < point.visibleRange.end ? range.end : point.visibleRange.end
  const { rows } = await sql<TotalsRow>`
    select date_trunc(${unit}, day)::date as first_day,
      array[sum(import_period_wh[1]), sum(import_period_wh[2]), sum(import_period_wh[3]),
            sum(import_period_wh[4]), sum(import_period_wh[5]), sum(import_period_wh[6])]::text[] as import_wh,
      array[sum(export_period_wh[1]), sum(export_period_wh[2]), sum(export_period_wh[3]),
            sum(export_period_wh[4]), sum(export_period_wh[5]), sum(export_period_wh[6])]::text[] as export_wh,
      sum(reactive_total_varh)::text as reactive_varh,
      (sum(missing_intervals * step_minutes) / 60.0)::float8 as missing_hours,
      (sum(${countMarked('E')} * step_minutes) / 60.0)::float8 as estimated_hours,
      (sum(cardinality(import_wh) * step_minutes) / 60.0)::float8 as told_hours,
      case when is_shared then array_agg(day) end as shared_days
    from (
      select *, missing_intervals > 0 and exists (
        select from curve_day other
        where other.supply_point_id = ${point.supplyPointId} and other.day = best.day and other.source <> best.source
          and other.day >= ${start} and other.day <= ${end}) as is_shared
      from (
        select distinct on (day) * from curve_day
        where supply_point_id = ${point.supplyPointId} and day >= ${start} and day <= ${end}
        order by day, array_position(${sourcesByPriority}::text[], source)
      ) best
    ) days
    group by 1, is_shared order by 1`.execute(db)
  const totals = rows.filter((row) => row.shared_days === null).map(readTotalsRow)
  const sharedDays = rows.flatMap((row) => row.shared_days ?? [])
  return sharedDays.length === 0
    ? totals
    : addDayTotals(totals, await readSingleDays(db, { point, days: sharedDays }), { point, unit })
}

type TotalsRow = {
  first_day: MarketDay
  import_wh: (string | null)[]
  export_wh: (string | null)[]
  reactive_varh: string | null
  missing_hours: number
  estimated_hours: number
  told_hours: number
  shared_days: MarketDay[] | null
}

function readTotalsRow(row: TotalsRow): SpanTotals {
  return {
    firstDay: row.first_day,
    importPeriodWh: parseSums(row.import_wh) ?? [],
    exportPeriodWh: parseSums(row.export_wh),
    reactiveVarh: row.reactive_varh === null ? null : Number(row.reactive_varh),
    missingHours: row.missing_hours,
    estimatedHours: row.estimated_hours,
    coveredHours: row.told_hours,
  }
}

function parseSums(sums: (string | null)[]): number[] | null {
  const known = sums.filter((sum) => sum !== null)
  return known.length ? known.map(Number) : null
}

function addDayTotals(
  totals: readonly SpanTotals[],
  days: readonly StoredDay[],
  { point, unit }: { point: ContractPoint; unit: 'month' | 'day' },
): SpanTotals[] {
  const spans = new Map(totals.map((each) => [each.firstDay, each]))
  for (const day of days) {
    const firstDay = unit === 'month' ? firstOfMonth(day.day) : day.day
    const own = { firstDay, ...computeTotalsOfDay(day, point) }
    const span = spans.get(firstDay)
    spans.set(firstDay, span ? addTotals(span, own) : own)
  }
  return [...spans.values()].sort((one, other) => (one.firstDay < other.firstDay ? -1 : 1))
}

function computeTotalsOfDay(day: StoredDay, point: ContractPoint): Omit<SpanTotals, 'firstDay'> {
  const { importPeriodWh, exportPeriodWh, reactiveTotalVarh, missingIntervals } = computeDayTotals(
    day,
    point.termsOn(day.day),
  )
  const hours = day.stepMinutes / 60
  return {
    importPeriodWh,
    exportPeriodWh,
    reactiveVarh: reactiveTotalVarh,
    missingHours: missingIntervals * hours,
    estimatedHours: [...(day.quality ?? '')].filter((mark) => mark === 'E').length * hours,
    coveredHours: day.importWh.length * hours,
  }
}

function addTotals(one: SpanTotals, other: SpanTotals): SpanTotals {
  const sum = (name: 'missingHours' | 'estimatedHours' | 'coveredHours') => one[name] + other[name]
  return {
    firstDay: one.firstDay,
    importPeriodWh: addPeriods(one.importPeriodWh, other.importPeriodWh)!,
    exportPeriodWh: addPeriods(one.exportPeriodWh, other.exportPeriodWh),
    reactiveVarh: one.reactiveVarh === null ? other.reactiveVarh : one.reactiveVarh + (other.reactiveVarh ?? 0),
    missingHours: sum('missingHours'),
    estimatedHours: sum('estimatedHours'),
    coveredHours: sum('coveredHours'),
  }
}

function addPeriods(one: number[] | null, other: number[] | null): number[] | null {
  if (!one || !other) return one ?? other
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one]
  return longer.map((wh, index) => wh + (shorter[index] ?? 0))
}
