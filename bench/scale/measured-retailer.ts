import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { type CurveDayRecord, storeDays } from '#domains/consumption/server/curve/curve-store.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { retryTransient } from '#kit/server/retry-transient.ts'
import { daysFrom } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import { createMeasuredDatabase, type MeasuredDatabase, vacuumDatabase } from '../measured-database.ts'
import { fillPeople } from './fill-people.ts'

/** A retailer to measure: how many supply points, each with a month of hours, and how many of these with two years. */
export type RetailerSize = { points: number; pointsWithYears: number }
export type MeasuredRetailer = RetailerSize &
  MeasuredDatabase & {
    /** Curve days stored a second by the product's own statement. */
    loadedDaysPerSecond: number
  }

export const month = { start: '2026-10-01', end: '2026-10-31' }
const years = { start: '2024-10-01', end: '2026-09-30' }
const daysPerStatement = 400
const loaders = 4

/** Makes a database of its own with a generated retailer: a holder, a contract and a year's invoices for each supply point. */
export async function createMeasuredRetailer(
  serverUrl: string,
  name: string,
  size: RetailerSize,
): Promise<MeasuredRetailer> {
  const holders = { points: size.points, invoicesEach: 12, firstDay: '2025-11-01' }
  const database = await createMeasuredDatabase(serverUrl, name, holders)
  const loadedDaysPerSecond = await loadCurves(database.db, size)
  await fillPeople(database)
  await vacuumDatabase(database.pool)
  return { ...size, ...database, loadedDaysPerSecond }
}

async function loadCurves(db: Kysely<DB>, { points, pointsWithYears }: RetailerSize): Promise<number> {
  const last = daysFrom(month.start, month.end)
  const before = daysFrom(years.start, years.end)
  const days = function* () {
    for (let point = 1; point <= points; point++) {
      if (point <= pointsWithYears) for (const day of before) yield hoursOfDay(point, day)
      for (const day of last) yield hoursOfDay(point, day)
    }
  }
  await addCurveMonths(db, [...before, ...last])
  const batches = inBatches(days())
  const start = performance.now()
  let count = 0
  const load = async () => {
    for (const batch of batches) {
      // Two batches may have days of one supply point.
      await retryTransient(() => storeDays(db, batch))
      count += batch.length
    }
  }
  await Promise.all(Array.from({ length: loaders }, load))
  return (count * 1000) / (performance.now() - start)
}

function* inBatches(days: Iterable<CurveDayRecord>): Generator<CurveDayRecord[]> {
  let batch: CurveDayRecord[] = []
  for (const day of days) {
    batch.push(day)
    if (batch.length < daysPerStatement) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}

const terms = { tariff: '2.0TD', zone: 'peninsula' } as const

// Figures that differ by point and hour as those of households do, so that rows are as large as real ones.
function hoursOfDay(supplyPointId: number, day: string): CurveDayRecord {
  const importWh = Array.from(
    { length: countHoursOf(day, 'Europe/Madrid') },
    (_, hour) => (supplyPointId * 31 + hour * 173) % 3_000,
  )
  const values = { stepMinutes: 60 as const, importWh, exportWh: null, reactiveVarh: null, quality: null, version: 0 }
  return { supplyPointId, day, source: 'F5D', ...values, ...computeDayTotals({ ...values, day }, terms) }
}
