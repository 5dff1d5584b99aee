import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { daysFromOn, type StoredTotals, storeTotals } from './curve-store.ts'
import { type DayTotals, dayTotals } from './day-totals.ts'
import { pointToRecount } from './supply-points.ts'

type RecountJobDeps = { db: Kysely<DB>; log: Parameters<typeof repeat>[1]['log'] }

/** How many days of a supply point one transaction counts again. */
const usualDaysPerTurn = 400
const candidates = 20

/** Counts totals by tariff period again after tariff, zone or days of a contract have changed. Any number of workers may do it at once. */
export function startRecountJobs({ db, log }: RecountJobDeps): Repeated {
  return repeat(() => recountTotals(db), { everySeconds: 5, name: 'recount totals of consumption', log })
}

/**
 * Takes the contract that has waited longest and counts some days of its supply point by the terms that are in force on
 * them. What is interrupted goes on where it was; a change meanwhile begins it anew. Answers whether there was anything.
 */
export async function recountTotals(db: Kysely<DB>, daysPerTurn = usualDaysPerTurn): Promise<boolean> {
  const waiting = await db
    .selectFrom('curve_recount')
    .orderBy('requested_at')
    .limit(candidates)
    .select(['customer_id as customerId', 'contract_id as contractId'])
    .execute()
  for (const request of waiting) if (await recountSome(db, request, daysPerTurn)) return true
  return false
}

type Request = { customerId: number; contractId: number }

/** False when another worker is at it or has ended it. */
function recountSome(db: Kysely<DB>, { customerId, contractId }: Request, limit: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const claimed = await transaction
      .selectFrom('curve_recount')
      .where('customer_id', '=', customerId)
      .where('contract_id', '=', contractId)
      .select('next_day')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!claimed) return false
    const supplyPointId = await supplyPointOf(transaction, { customerId, contractId })
    const nextDay = await recountDays(transaction, { supplyPointId, fromDay: claimed.next_day, limit })
    const request = sql`customer_id = ${customerId} and contract_id = ${contractId}`
    if (nextDay === null) await sql`delete from curve_recount where ${request}`.execute(transaction)
    else await sql`update curve_recount set next_day = ${nextDay}::date where ${request}`.execute(transaction)
    return true
  })
}

async function supplyPointOf(db: Database, { customerId, contractId }: Request): Promise<number> {
  const { supply_point_id } = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  return supply_point_id
}

/** Answers the day to go on with, null at the end. */
async function recountDays(db: Database, part: Parameters<typeof daysFromOn>[1]): Promise<MarketDay | null> {
  const { supplyPointId } = part
  const point = await pointToRecount(db, supplyPointId)
  const days = await daysFromOn(db, part)
  const otherwise = days.flatMap(({ totals, ...day }): StoredTotals[] => {
    const counted = dayTotals(day, point.termsOn(day.day))
    return isSame(counted, totals) ? [] : [{ supplyPointId, day: day.day, source: day.source, ...counted }]
  })
  await storeTotals(db, otherwise)
  const last = days.at(-1)?.day
  return last === undefined ? null : addDays(last, 1)
}

function isSame(one: DayTotals, other: DayTotals): boolean {
  return (
    one.missingIntervals === other.missingIntervals &&
    one.reactiveTotalVarh === other.reactiveTotalVarh &&
    one.importPeriodWh.join() === other.importPeriodWh.join() &&
    (one.exportPeriodWh?.join() ?? null) === (other.exportPeriodWh?.join() ?? null)
  )
}
