import type { Database } from '#db/database.ts'
import { inTransaction } from '#kit/server/database.ts'
import type { CurveDay } from '../curve.ts'
import { type DayToStore, findDays, keyText, storeDays } from './curve-store.ts'
import { dayTotals } from './day-totals.ts'
import { mergeDay, type RowCounts } from './merge-day.ts'
import { pointsToStore } from './supply-points.ts'

/** What a day of a known supply point did: whether anything is stored otherwise than before, and to how many intervals. */
export type DayFate = { changed: boolean; rows: RowCounts }

/**
 * Stores days of curves, each supply point, day and source once, in one transaction. Answers what each did, null for one
 * of a supply point that is not known.
 */
export function storeCurveDays(db: Database, days: readonly CurveDay[]): Promise<(DayFate | null)[]> {
  return inTransaction(db, (transaction) => store(transaction, days))
}

async function store(db: Database, days: readonly CurveDay[]): Promise<(DayFate | null)[]> {
  const points = await pointsToStore(
    db,
    days.map(({ cups }) => cups),
  )
  const found = days.map((day) => {
    const point = points.find(day.cups)
    return point && { day, point, key: { supplyPointId: point.supplyPointId, day: day.day, source: day.source } }
  })
  const known = found.filter((each) => each !== null)
  const stored = await findDays(
    db,
    known.map(({ key }) => key),
  )
  const changed: DayToStore[] = []
  const fates = found.map((each) => {
    if (!each) return null
    const { day, point, key } = each
    const { values, rows } = mergeDay(stored.get(keyText(key)) ?? null, day)
    if (values) changed.push({ ...key, ...values, ...dayTotals({ ...values, day: day.day }, point.termsOn(day.day)) })
    return { changed: values !== null, rows }
  })
  // In one order, so that two who store the same days do not wait for each other in a circle.
  await storeDays(db, changed.sort(byKey))
  return fates
}

function byKey(one: DayToStore, other: DayToStore): number {
  if (one.supplyPointId !== other.supplyPointId) return one.supplyPointId - other.supplyPointId
  return keyText(one) < keyText(other) ? -1 : 1
}
