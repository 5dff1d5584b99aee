import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { addCurveMonths } from '#domains/consumption/server/curve/curve-months.ts'
import { type CurveDayRecord, storeDays } from '#domains/consumption/server/curve/curve-store.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import { retryTransient } from '#kit/server/retry-transient.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'

/** Supply points from the first to the last, and the days of which each has hours. */
export type HourlyCurves = { points: number; days: readonly string[] }

const daysPerStatement = 400
const loaders = 4
const terms = { tariff: '2.0TD', zone: 'peninsula' } as const

/** Stores curves by the product's own statement. @returns the days stored a second. */
export async function loadHours(db: Kysely<DB>, curves: readonly HourlyCurves[]): Promise<number> {
  await addCurveMonths(
    db,
    curves.flatMap(({ days }) => days),
  )
  const batches = inBatches(recordsOf(curves))
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

function* recordsOf(curves: readonly HourlyCurves[]): Generator<CurveDayRecord> {
  for (const { points, days } of curves)
    for (let point = 1; point <= points; point++) for (const day of days) yield hoursOfDay(point, day)
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

// Figures that differ by point and hour as those of households do, so that rows are as large as real ones.
function hoursOfDay(supplyPointId: number, day: string): CurveDayRecord {
  const importWh = Array.from(
    { length: countHoursOf(day, 'Europe/Madrid') },
    (_, hour) => (supplyPointId * 31 + hour * 173) % 3_000,
  )
  const values = { stepMinutes: 60 as const, importWh, exportWh: null, reactiveVarh: null, quality: null, version: 0 }
  return { supplyPointId, day, source: 'F5D', ...values, ...computeDayTotals({ ...values, day }, terms) }
}
