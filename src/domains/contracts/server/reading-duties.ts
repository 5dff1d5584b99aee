import type { Database } from '#db/database.ts'
import { cancelDuties, endDuty, findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'

/** A reading may be three days late (Real Decreto 88/2026, art. 43). */
const toleranceDays = 3

const subjectOfReadings = (contractId: number) => `readings:${contractId}` as const

type NewReadings = { supplyPointId: number; readings: readonly { day: MarketDay; isEstimated: boolean }[]; now: Date }

/**
 * Opens what follows from readings of a meter that came in, within their transaction: the next one a month after the last
 * that was taken, which ends what was due before, and where a later one is only estimated, one on site within two months of
 * the last that was taken.
 */
export async function openReadingDuties(db: Database, { supplyPointId, readings, now }: NewReadings): Promise<void> {
  const contract = await findReadContract(db, supplyPointId)
  if (!contract) return
  const { contract_id: contractId, customer_id: customerId, province_code: place } = contract
  const subject = subjectOfReadings(contractId)
  const open = (kind: 'meter_reading' | 'actual_reading', day: MarketDay) =>
    openDuty(db, {
      ...{ kind, subject, customerId, contractId, place, at: startOf(day, 'Europe/Madrid') },
      // Whether a meter is read remotely is not known, so the shorter term counts.
      facts: { topics: ['remote'], energy: 'electricity', powerWatts: Math.max(0, ...contract.power_watts) },
    })
  const duties = await findDutiesOf(db, subject)
  const next = duties.find(({ kind }) => kind === 'meter_reading')
  const lastTaken = next ? addDays(marketDayOf(next.started_at, 'Europe/Madrid'), -toleranceDays) : null
  const taken = lastDayOf(readings, { isEstimated: false })
  const estimated = lastDayOf(readings, { isEstimated: true })
  const isNew = taken !== null && (lastTaken === null || taken > lastTaken)
  if (isNew) {
    await open('meter_reading', addDays(taken, toleranceDays))
    await endDuty(db, { kind: 'actual_reading', subject }, { state: 'done', now })
  }
  const last = isNew ? taken : lastTaken
  const isAwaited = !isNew && duties.some(({ kind, state }) => kind === 'actual_reading' && state === 'open')
  if (estimated !== null && (last === null || estimated > last) && !isAwaited)
    await open('actual_reading', last ?? estimated)
}

/** Cancels them for contracts that have ended: whoever comes next has their own. */
export async function cancelReadingDuties(db: Database, contractIds: readonly number[], now: Date): Promise<void> {
  const subjects = contractIds.map(subjectOfReadings)
  for (const kind of ['meter_reading', 'actual_reading'] as const) await cancelDuties(db, { kind, subjects, now })
}

function findReadContract(db: Database, supplyPointId: number) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.supply_point_id', '=', supplyPointId)
    .where('state', '=', 'activa')
    .select(['customer_id', 'contract_id', 'power_watts', 'province_code'])
    .executeTakeFirst()
}

function lastDayOf(readings: NewReadings['readings'], { isEstimated }: { isEstimated: boolean }): MarketDay | null {
  const days = readings.filter((reading) => reading.isEstimated === isEstimated).map(({ day }) => day)
  return days.sort().at(-1) ?? null
}
