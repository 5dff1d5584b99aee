import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { type CurveDayRecord, storeDays } from '#domains/consumption/server/curve/curve-store.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import type { BenchDatabase } from './bench-database.ts'

export const year = { start: '2025-01-01', end: '2025-12-31' }
/** The first so many supply points have curves. */
export const pointsWithYear = 20
export const terms = { tariff: '2.0TD', zone: 'peninsula' } as const

/** Stores a year of quarter hours of some supply points, as days and as a row per quarter hour. */
export async function fillCurves({ db, pool }: BenchDatabase) {
  const { rows } = await pool.query<{ supply_point_id: number }>(
    'select supply_point_id from supply_point order by supply_point_id limit $1',
    [pointsWithYear],
  )
  await addCurveMonths(db, daysFrom(year.start, year.end))
  for (const { supply_point_id } of rows) {
    await storeDays(
      db,
      daysFrom(year.start, year.end).map((day) => createDayToStore(supply_point_id, day)),
    )
  }
  await pool.query(`create table floor_quarter (
    supply_point_id int, starts_at timestamptz, wh int not null, period smallint not null, quality char(1) not null,
    primary key (supply_point_id, starts_at))`)
  await pool.query(`insert into floor_quarter select p, t, (extract(epoch from t)::bigint / 900 * 37 % 400)::int, 1 + extract(hour from t)::int / 8, 'R'
    from generate_series(1, ${pointsWithYear}) p, generate_series(timestamptz '2025-01-01 00:00+01', '2025-12-31 23:45+01', '15 minutes') t`)
  await pool.query('vacuum analyze curve_day')
  await pool.query('vacuum analyze floor_quarter')
}

/** Supply points whose numbers differ by a multiple of this have the same curves. */
export const differentPoints = 400

/** Returns a day of quarter hours. */
export function createDayToStore(supplyPointId: number, day: string): CurveDayRecord {
  const count = countIntervalsOf(day, 15, 'Europe/Madrid')
  const importWh = Array.from({ length: count }, (_, index) => (index * 37 + supplyPointId) % differentPoints)
  const values = { stepMinutes: 15 as const, importWh, exportWh: null, reactiveVarh: null, quality: null, version: 0 }
  return { supplyPointId, day, source: 'P2D', ...values, ...computeDayTotals({ ...values, day }, terms) }
}
