import type { Database } from '#db/database.ts'
import type { DoneBefore, RecordedDutyKey } from '#domains/duties/server/done-before.ts'
import { cancelDuties, endDuty, findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { subjectOfReadings } from '#domains/duties/subjects.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { finishLastReadings } from './end-duties.ts'

type NewReadings = { supplyPointId: number; readings: readonly { day: MarketDay; isEstimated: boolean }[]; now: Date }

/**
 * Opens what follows from readings of a meter that came in, within their transaction: the next one a month after the last
 * that was taken, which ends what was due before, and where a later one is only estimated, one on site within two months of
 * the last that was taken, and a bill on what was really consumed within a year of it.
 */
export async function openReadingDuties(db: Database, { supplyPointId, readings, now }: NewReadings): Promise<void> {
  const lastRead = lastDayOf(readings, { isEstimated: false })
  if (lastRead) await finishLastReadings(db, { supplyPointId, lastRead, now })
  const contract = await findReadContract(db, supplyPointId)
  if (!contract) return
  const { contract_id: contractId, customer_id: customerId, province_code: place } = contract
  const subject = subjectOfReadings(contractId)
  const open = (kind: ReadingKind, day: MarketDay) =>
    openDuty(db, {
      ...{ kind, subject, customerId, contractId, place, at: startOf(day, 'Europe/Madrid') },
      // Whether a meter is read remotely is not known, so the shorter term counts.
      facts: { topics: ['remote'], energy: 'electricity', powerWatts: Math.max(0, ...contract.power_watts) },
    })
  const duties = await findDutiesOf(db, subject)
  const next = duties.find(({ kind }) => kind === 'meter_reading')
  const lastTaken = next ? marketDayOf(next.started_at, 'Europe/Madrid') : null
  const taken = lastRead
  const estimated = lastDayOf(readings, { isEstimated: true })
  const isNew = taken !== null && (lastTaken === null || taken > lastTaken)
  if (isNew) {
    await open('meter_reading', taken)
    for (const kind of kindsOfEstimates) await endDuty(db, { kind, subject }, { state: 'done', now })
    await cancelOwnReading(db, duties, { subject, taken, now })
  }
  const last = isNew ? taken : lastTaken
  if (estimated === null || (last !== null && estimated <= last)) return
  const isAwaited = (awaited: ReadingKind) =>
    !isNew && duties.some(({ kind, state }) => kind === awaited && state === 'open')
  for (const kind of kindsOfEstimates) if (!isAwaited(kind)) await open(kind, last ?? estimated)
}

type OwnReading = { subject: ReturnType<typeof subjectOfReadings>; taken: MarketDay; now: Date }

/** Nobody has to read a meter that was read after the day on which it could not be. */
async function cancelOwnReading(
  db: Database,
  duties: Awaited<ReturnType<typeof findDutiesOf>>,
  { subject, taken, now }: OwnReading,
) {
  const own = duties.find(({ kind }) => kind === 'own_reading')
  if (own && taken >= marketDayOf(own.started_at, 'Europe/Madrid'))
    await endDuty(db, { kind: 'own_reading', subject }, { state: 'cancelled', now })
}

/**
 * Returns the first real reading of a meter, with the beginning of its day, or the event if that is later, that was stored
 * before it was recorded that nobody could read it, and is of that day or a later one; null if there is none.
 */
export async function findTakenReading(
  db: Database,
  { kind, customerId, contractId, at }: RecordedDutyKey,
): Promise<DoneBefore | null> {
  if (kind !== 'own_reading' || contractId === null) return null
  const contract = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  const reading = await db
    .selectFrom('meter_reading')
    .where('supply_point_id', '=', contract.supply_point_id)
    .where('is_estimated', '=', false)
    .where('day', '>=', marketDayOf(at, 'Europe/Madrid'))
    .orderBy('day')
    .select('day')
    .executeTakeFirst()
  if (!reading) return null
  const takenAt = startOf(reading.day, 'Europe/Madrid')
  return { at: takenAt > at ? takenAt : at, state: 'cancelled', by: { kind: 'reading', name: reading.day } }
}

/** What follows from a reading that is only estimated: the meter is read, and what was really consumed is billed. */
const kindsOfEstimates = ['actual_reading', 'actual_billing'] as const
type ReadingKind = 'meter_reading' | (typeof kindsOfEstimates)[number]

/** Cancels them for contracts that have ended: whoever comes next has their own. */
export async function cancelReadingDuties(db: Database, contractIds: readonly number[], now: Date): Promise<void> {
  const subjects = contractIds.map(subjectOfReadings)
  for (const kind of ['meter_reading', ...kindsOfEstimates] as const) await cancelDuties(db, { kind, subjects, now })
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
