import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { batchLoader } from '#kit/server/batch-loader.ts'
import { inTransaction } from '#kit/server/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { CurveSource, CurveStep, StoredDay } from '../../curve.ts'
import type { VersionedDayValues } from '../import/merge-day.ts'
import type { DayTotals } from '../totals/day-totals.ts'
import { columnOf, listArrays } from './day-columns.ts'

/** The key of a stored day: supply point, day and kind of file. */
export type DayKey = { supplyPointId: number; day: MarketDay; source: CurveSource }

/** Returns the stored values of some days, by `dayKeyText`. */
export async function findStoredValues(
  db: Database,
  keys: readonly DayKey[],
): Promise<Map<string, VersionedDayValues>> {
  const { rows } = await sql<CurveDayRow>`
    select curve_day.supply_point_id, curve_day.day, curve_day.source, step_minutes, file_version, import_wh, export_wh, reactive_varh, quality
    from unnest(${keys.map((key) => key.supplyPointId)}::bigint[], ${keys.map((key) => key.day)}::date[], ${keys.map((key) => key.source)}::text[])
      as asked (supply_point_id, day, source)
    join curve_day using (supply_point_id, day, source)
    where ${isWithin(keys)}`.execute(db)
  return new Map(
    rows.map((row) => [
      dayKeyText({ supplyPointId: row.supply_point_id, day: row.day, source: row.source }),
      {
        stepMinutes: row.step_minutes,
        version: row.file_version,
        importWh: row.import_wh,
        exportWh: row.export_wh,
        reactiveVarh: row.reactive_varh,
        quality: row.quality,
      },
    ]),
  )
}

// Every statement on curves says between which days, so that no month outside of them is looked at.
function isWithin(keys: readonly DayKey[]) {
  const days = columnOf(keys, 'day').toSorted()
  return sql`curve_day.day between ${days[0] ?? null}::date and ${days.at(-1) ?? null}::date`
}

type CurveDayRow = {
  supply_point_id: number
  day: MarketDay
  source: CurveSource
  step_minutes: CurveStep
  file_version: number
  import_wh: (number | null)[]
  export_wh: (number | null)[] | null
  reactive_varh: (number | null)[] | null
  quality: string | null
}

/** Returns a day's key as a string, for maps. */
export function dayKeyText({ supplyPointId, day, source }: DayKey): string {
  return `${supplyPointId} ${day} ${source}`
}

export type CurveDayRecord = DayKey & VersionedDayValues & DayTotals

/**
 * Stores days, each replacing the existing one, in a single statement, and replaces the versions of their curves. Their
 * months must have been added.
 */
export async function storeDays(db: Database, days: readonly CurveDayRecord[]) {
  if (!days.length) return
  await inTransaction(db, async (transaction) => {
    await upsertDays(transaction, days)
    await replaceCurveVersions(transaction, days)
  })
}

async function upsertDays(db: Database, days: readonly CurveDayRecord[]) {
  await sql`
    insert into curve_day (
      supply_point_id, day, source, step_minutes, file_version, import_wh, export_wh, reactive_varh, quality,
      import_period_wh, export_period_wh, reactive_total_varh, missing_intervals
    )
    select supply_point_id, day, source, step_minutes, file_version, import_wh::int[], export_wh::int[], reactive_varh::int[], quality,
      import_period_wh::int[], export_period_wh::int[], reactive_total_varh, missing_intervals
    from unnest(
      ${columnOf(days, 'supplyPointId')}::bigint[], ${columnOf(days, 'day')}::date[], ${columnOf(days, 'source')}::text[],
      ${columnOf(days, 'stepMinutes')}::smallint[], ${columnOf(days, 'version')}::smallint[],
      ${listArrays(days, 'importWh')}::text[], ${listArrays(days, 'exportWh')}::text[], ${listArrays(days, 'reactiveVarh')}::text[],
      ${columnOf(days, 'quality')}::text[], ${listArrays(days, 'importPeriodWh')}::text[], ${listArrays(days, 'exportPeriodWh')}::text[],
      ${columnOf(days, 'reactiveTotalVarh')}::int[], ${columnOf(days, 'missingIntervals')}::smallint[]
    ) as imported (
      supply_point_id, day, source, step_minutes, file_version, import_wh, export_wh, reactive_varh, quality,
      import_period_wh, export_period_wh, reactive_total_varh, missing_intervals
    )
    on conflict (supply_point_id, day, source) do update set
      step_minutes = excluded.step_minutes, file_version = excluded.file_version, import_wh = excluded.import_wh,
      export_wh = excluded.export_wh, reactive_varh = excluded.reactive_varh, quality = excluded.quality,
      import_period_wh = excluded.import_period_wh, export_period_wh = excluded.export_period_wh,
      reactive_total_varh = excluded.reactive_total_varh, missing_intervals = excluded.missing_intervals`.execute(db)
}

/** A day with its stored totals. */
export type DayWithTotals = Omit<StoredDay, 'quality'> & { totals: DayTotals }

/** Returns the stored days of a supply point from a day on (null for all), with every source of each. */
export async function findDaysFrom(
  db: Database,
  { supplyPointId, fromDay, limit }: { supplyPointId: number; fromDay: MarketDay | null; limit: number },
): Promise<DayWithTotals[]> {
  const firstDay = fromDay ?? '1900-01-01'
  const { rows } = await sql<DayWithTotals>`
    select day, source, step_minutes as "stepMinutes", import_wh as "importWh", export_wh as "exportWh",
      reactive_varh as "reactiveVarh",
      json_build_object('importPeriodWh', import_period_wh, 'exportPeriodWh', export_period_wh,
        'reactiveTotalVarh', reactive_total_varh, 'missingIntervals', missing_intervals) as totals
    from curve_day
    where supply_point_id = ${supplyPointId} and day >= ${firstDay}::date and day in (
      select distinct day from curve_day
      where supply_point_id = ${supplyPointId} and day >= ${firstDay}::date order by day limit ${limit})
    order by day, source`.execute(db)
  return rows
}

export type StoredTotals = DayKey & DayTotals

/** Stores the totals of stored days and replaces the versions of their curves. */
export async function storeTotals(db: Database, days: readonly StoredTotals[]) {
  if (!days.length) return
  await inTransaction(db, async (transaction) => {
    await updateTotals(transaction, days)
    await replaceCurveVersions(transaction, days)
  })
}

async function updateTotals(db: Database, days: readonly StoredTotals[]) {
  // JSON carries arrays of different lengths, and needs no conversion in the statement.
  for (const [supplyPointId, own] of Map.groupBy(days, (day) => day.supplyPointId))
    await sql`
      update curve_day set import_period_wh = counted."importPeriodWh", export_period_wh = counted."exportPeriodWh",
        reactive_total_varh = counted."reactiveTotalVarh", missing_intervals = counted."missingIntervals"
      from json_to_recordset(${JSON.stringify(own)}::json) as counted (
        day date, source text, "importPeriodWh" int[], "exportPeriodWh" int[], "reactiveTotalVarh" int, "missingIntervals" smallint)
      where curve_day.supply_point_id = ${supplyPointId} and curve_day.day = counted.day
        and curve_day.source = counted.source and ${isWithin(own)}`.execute(db)
}

// After the days and in a fixed order, so that two processes that store days of the same supply points cannot deadlock.
async function replaceCurveVersions(db: Database, days: readonly DayKey[]) {
  await sql`
    insert into curve_version (supply_point_id, version)
    select supply_point_id, nextval('curve_version_sequence')
    from (select distinct unnest(${columnOf(days, 'supplyPointId')}::bigint[]) as supply_point_id order by 1) points
    on conflict (supply_point_id) do update set version = excluded.version`.execute(db)
}

/**
 * Returns a lookup for the version of a supply point's curve, null without data. It is another one after every write
 * of its days. Concurrent lookups are batched into one query.
 */
export function createCurveVersionLookup(db: Database): (supplyPointId: number) => Promise<number | null> {
  const versionOf = batchLoader(async (supplyPointIds: number[]) => {
    const rows = await db
      .selectFrom('curve_version')
      .where(isOneOf('supply_point_id', supplyPointIds))
      .select(['supply_point_id', 'version'])
      .execute()
    return new Map(rows.map(({ supply_point_id, version }) => [supply_point_id, version]))
  })
  return async (supplyPointId) => (await versionOf(supplyPointId)) ?? null
}
