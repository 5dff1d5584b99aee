import type { Database } from '#db/database.ts'
import { inTransaction } from '#kit/server/database.ts'
import { retryTransient } from '#kit/server/retry-transient.ts'
import type { CurveDay } from '../../curve.ts'
import { type CurveCorrection, type CurveOrigin, storeCorrections } from '../corrections/correction-store.ts'
import { addCurveMonths } from '../curve/curve-months.ts'
import { type CurveDayRecord, dayKeyText, findStoredValues, storeDays } from '../curve/curve-store.ts'
import { lockPointsToStore } from '../supply-points.ts'
import { computeDayTotals } from '../totals/day-totals.ts'
import { mergeDay, type RowCounts, sumDayWh } from './merge-day.ts'

/**
 * The result of storing a day of a known supply point: whether the stored values have changed, the number of intervals
 * by outcome, and the hours that were stored and that the day no longer has.
 */
export type DayStoreResult = { changed: boolean; rows: RowCounts; keptHours: number }

/** From whom days arrive, and when. */
export type CurveArrival = { origin: CurveOrigin; now: Date }

/**
 * Stores days of curves, one per supply point, day and source, within a transaction, which is repeated if it has to wait
 * long for another one. A day whose energy is corrected is kept as it was. Returns the result of each, null for an
 * unknown supply point.
 */
export async function storeCurveDays(
  db: Database,
  days: readonly CurveDay[],
  arrival: CurveArrival,
): Promise<(DayStoreResult | null)[]> {
  if (!days.length) return []
  const addMonths = () =>
    addCurveMonths(
      db,
      days.map(({ day }) => day),
    )
  if (db.isTransaction) {
    await addMonths()
    return store(db, days, arrival)
  }
  await retryTransient(addMonths)
  return retryTransient(() => inTransaction(db, (transaction) => store(transaction, days, arrival)))
}

async function store(
  db: Database,
  days: readonly CurveDay[],
  arrival: CurveArrival,
): Promise<(DayStoreResult | null)[]> {
  const points = await lockPointsToStore(
    db,
    days.map(({ cups }) => cups),
  )
  const matches = days.map((day) => {
    const point = points.find(day.cups)
    return point && { day, point, key: { supplyPointId: point.supplyPointId, day: day.day, source: day.source } }
  })
  const known = matches.filter((each) => each !== null)
  const stored = await findStoredValues(
    db,
    known.map(({ key }) => key),
  )
  const changed: CurveDayRecord[] = []
  const corrections: CurveCorrection[] = []
  const results = matches.map((each) => {
    if (!each) return null
    const { day, point, key } = each
    const before = stored.get(dayKeyText(key)) ?? null
    const { values, rows, isCorrected, keptHours } = mergeDay(before, day)
    if (values)
      changed.push({ ...key, ...values, ...computeDayTotals({ ...values, day: day.day }, point.termsOn(day.day)) })
    if (before && values && isCorrected)
      corrections.push({ ...key, ...before, beforeWh: sumDayWh(before), afterWh: sumDayWh(values) })
    return { changed: values !== null, rows, keptHours }
  })
  // In a fixed order, so that two processes that store the same days cannot deadlock.
  await storeDays(db, changed.sort(compareByKey))
  await storeCorrections(db, corrections, arrival)
  return results
}

function compareByKey(one: CurveDayRecord, other: CurveDayRecord): number {
  if (one.supplyPointId !== other.supplyPointId) return one.supplyPointId - other.supplyPointId
  return dayKeyText(one) < dayKeyText(other) ? -1 : 1
}
