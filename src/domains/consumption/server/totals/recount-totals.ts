import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startWatchedLoop, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { findDaysFrom, type StoredTotals, storeTotals } from '../curve/curve-store.ts'
import { lockPointToRecount } from '../supply-points.ts'
import { computeDayTotals, type DayTotals } from './day-totals.ts'

type RecountJobDeps = WatchedJobDeps & { db: Kysely<DB> }

/** How many days of a supply point one transaction recounts. */
const defaultDaysPerRun = 400
const maxCandidates = 20

/**
 * Recounts totals by tariff period after the tariff, zone or days of a contract have changed. Any number of workers may
 * run concurrently.
 */
export function startRecountJobs({ db, watch, clock, log }: RecountJobDeps): PollingLoop {
  return startWatchedLoop(() => recountTotals(db), {
    ...{ everySeconds: 60, name: 'recount totals of consumption' },
    ...{ nextDue: sql`select min(requested_at) from curve_recount`, watch, clock, log },
  })
}

/**
 * Recounts some days of the contract that has waited longest, by the terms in force on each day. An interrupted recount
 * resumes where it stopped; a change meanwhile restarts it. Returns whether there was anything to recount.
 */
export async function recountTotals(db: Kysely<DB>, daysPerRun = defaultDaysPerRun): Promise<boolean> {
  const requests = await db
    .selectFrom('curve_recount')
    .orderBy('requested_at')
    .limit(maxCandidates)
    .select(['customer_id as customerId', 'contract_id as contractId'])
    .execute()
  for (const request of requests) if (await recountPart(db, request, daysPerRun)) return true
  return false
}

type RecountRequest = { customerId: number; contractId: number }

/** Returns false if another worker is recounting it or has finished. */
function recountPart(db: Kysely<DB>, { customerId, contractId }: RecountRequest, limit: number): Promise<boolean> {
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

async function supplyPointOf(db: Database, { customerId, contractId }: RecountRequest): Promise<number> {
  const { supply_point_id } = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .select('supply_point_id')
    .executeTakeFirstOrThrow()
  return supply_point_id
}

/** Returns the day to continue with, or null at the end. */
async function recountDays(db: Database, part: Parameters<typeof findDaysFrom>[1]): Promise<MarketDay | null> {
  const { supplyPointId } = part
  const point = await lockPointToRecount(db, supplyPointId)
  const days = await findDaysFrom(db, part)
  const changed = days.flatMap(({ totals, ...day }): StoredTotals[] => {
    const counted = computeDayTotals(day, point.termsOn(day.day))
    return isSame(counted, totals) ? [] : [{ supplyPointId, day: day.day, source: day.source, ...counted }]
  })
  await storeTotals(db, changed)
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
