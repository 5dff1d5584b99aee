import { sql } from 'kysely'
import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { storeDays } from '#domains/consumption/server/curve/curve-store.ts'
import { readTotals } from '#domains/consumption/server/totals/curve-totals.ts'
import { createDayToStore, terms, year } from './bench-curves.ts'
import type { BenchDatabase } from './bench-database.ts'
import { curvesSize } from './measured-database.ts'
import { type Measurement, median } from './measurements.ts'

const loadedPoints = 2_000
const loadedDay = '2026-02-02'
const repetitions = 25

/** Days as arrays beside a row per quarter hour: reading a year, its months, the space they take, and loading a day. */
export async function measureCurves(database: BenchDatabase): Promise<Measurement[]> {
  const point = {
    supplyPointId: 1,
    cups: '',
    tariff: '2.0TD',
    zone: 'peninsula',
    timeZone: 'Europe/Madrid',
    visibleRange: year,
    termsOn: () => terms,
    cacheKey: '',
  } as const
  const months = await measureMedianMs(() => readTotals(database.db, { point, range: year, unit: 'month' }))
  const monthsOfRows = await measureMedianMs(() =>
    sql`
    select date_trunc('month', starts_at at time zone 'Europe/Madrid'), period, sum(wh) from floor_quarter
    where supply_point_id = 1 group by 1, 2 order by 1, 2`.execute(database.db),
  )
  const quarters = await measureMedianMs(() => readDays(database.db, { point, range: year, finest: true }))
  const quarterRows = await measureMedianMs(() =>
    sql`select starts_at, wh, period from floor_quarter where supply_point_id = 1 order by starts_at`.execute(
      database.db,
    ),
  )
  const [space, load] = [await measureSpace(database), await measureLoading(database)]
  return [
    {
      what: 'twelve months of a year',
      unit: 'ms',
      ours: months,
      floor: monthsOfRows,
      goal: 'at most 0.1',
      isMet: (ratio) => ratio <= 0.1,
    },
    {
      what: 'a year of quarter hours',
      unit: 'ms',
      ours: quarters,
      floor: quarterRows,
      goal: 'at most 0.2',
      isMet: (ratio) => ratio <= 0.2,
    },
    {
      what: 'space of a year of quarter hours',
      unit: 'MB',
      ours: space.ours / 1e6,
      floor: space.floor / 1e6,
      goal: 'at most 0.07',
      isMet: (ratio) => ratio <= 0.07,
    },
    {
      what: `one day of ${loadedPoints} points loaded`,
      unit: 'ms',
      ours: load.ours,
      floor: load.floor,
      goal: 'at most 0.1',
      isMet: (ratio) => ratio <= 0.1,
    },
  ]
}

async function measureSpace({ pool }: BenchDatabase): Promise<{ ours: number; floor: number }> {
  const { rows } = await pool.query<{ ours: string; floor: string }>(
    `select ${curvesSize} as ours, pg_total_relation_size('floor_quarter') as floor`,
  )
  return { ours: Number(rows[0]!.ours), floor: Number(rows[0]!.floor) }
}

// The same day of the same points goes in from memory: whole days by our statement, quarter hours by COPY of rows.
async function measureLoading({ db, pool }: BenchDatabase): Promise<{ ours: number; floor: number }> {
  const { rows } = await pool.query<{ supply_point_id: number }>(
    'select supply_point_id from supply_point order by supply_point_id limit $1',
    [loadedPoints],
  )
  const days = rows.map(({ supply_point_id }) => createDayToStore(supply_point_id, loadedDay))
  const start = performance.now()
  for (let from = 0; from < days.length; from += 400) {
    await addCurveMonths(db, [loadedDay])
    await storeDays(db, days.slice(from, from + 400))
  }
  const ours = performance.now() - start

  // A file on the database's own disk is the fastest that rows can come.
  const file = '/tmp/llum-bench-rows'
  const quarters = `generate_series(timestamptz '2026-02-02 00:00+01', '2026-02-02 23:45+01', '15 minutes')`
  await pool.query(
    `copy (select p, t, 100, 1, 'R' from generate_series(1, ${loadedPoints}) p, ${quarters} t) to '${file}'`,
  )
  await pool.query('create table copied (like floor_quarter including all)')
  const before = performance.now()
  await pool.query(`copy copied from '${file}'`)
  return { ours, floor: performance.now() - before }
}

async function measureMedianMs(task: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const start = performance.now()
    await task()
    times.push(performance.now() - start)
  }
  return median(times)
}
