import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { endDuty, findDutiesOf, findOpenSubjects, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import {
  type CreditTerm,
  computeRemainingCredits,
  type Entry,
  findExpiryToNotify,
  hasExpiredWithoutNotice,
  sumExpiredCents,
} from '../rules.ts'

type CreditJobDeps = { db: Kysely<DB>; clock: () => Date; log: Parameters<typeof startPollingLoop>[1]['log'] }
type BatteryKey = { customerId: number; batteryId: number }

/**
 * Books expired credit at most an hour after midnight, and notifies holders before, by the norm of the notice. Any number of servers may
 * run it concurrently.
 */
export function startCreditJobs({ db, clock, log }: CreditJobDeps): PollingLoop {
  return startPollingLoop(
    async () => {
      await expireCredits(db, clock())
      return false
    },
    { everySeconds: 3600, name: 'expire credit of wallets', log },
  )
}

/** Returns how long credit lasts by its booking day. */
export function findCreditTerms(db: Database): Promise<CreditTerm[]> {
  return db
    .selectFrom('wallet_term')
    .select(['valid_from as validFrom', 'expires_after_months as expiresAfterMonths'])
    .execute()
}

/**
 * Books what has expired in every battery, and notifies what expires soon. @returns the number of batteries in which
 * something has expired.
 */
export async function expireCredits(db: Kysely<DB>, now: Date): Promise<number> {
  const terms = await findCreditTerms(db)
  if (!terms.some(({ expiresAfterMonths }) => expiresAfterMonths !== null)) return 0
  let expired = 0
  const batteries = await findBatteriesWithCredit(db)
  await cancelOtherNotices(db, batteries, now)
  for (const key of batteries) if (await expireInBattery(db, key, { terms, now })) expired++
  return expired
}

async function findBatteriesWithCredit(db: Database): Promise<BatteryKey[]> {
  return db
    .selectFrom('battery_entry')
    .groupBy(['customer_id', 'battery_id'])
    .having((row) => row.fn.sum('amount_cents'), '>', 0)
    .select(['customer_id as customerId', 'battery_id as batteryId'])
    .execute()
}

function expireInBattery(
  db: Kysely<DB>,
  { customerId, batteryId }: BatteryKey,
  { terms, now }: { terms: CreditTerm[]; now: Date },
): Promise<boolean> {
  const day = marketDayOf(now, 'Europe/Madrid')
  return db.transaction().execute(async (transaction) => {
    // Every deduction locks the battery, so that credit that has just been used does not expire, and none expires
    // twice.
    const { rows } = await sql<{ name: string; toldUntil: MarketDay | null }>`
      select name, expiry_told_until as "toldUntil" from battery
      where customer_id = ${customerId} and battery_id = ${batteryId} for no key update`.execute(transaction)
    const { name: wallet, toldUntil } = rows[0]!
    const entries = await transaction
      .selectFrom('battery_entry')
      .where('customer_id', '=', customerId)
      .where('battery_id', '=', batteryId)
      .orderBy('booked_on')
      .orderBy('battery_entry_id')
      .select(['booked_on as bookedOn', 'amount_cents as amountCents', 'reason'])
      .$narrowType<Pick<Entry, 'reason'>>()
      .execute()
    const credits = computeRemainingCredits(entries, terms)
    const notifyHolder = (kind: `batteries.${string}`, values: Record<string, string | number>) =>
      queueMessage(
        transaction,
        { kind, values: { wallet, ...values }, customerId, link: `/batteries/${batteryId}` },
        now,
      )

    const next = findExpiryToNotify(credits, { day, notifiedUntil: toldUntil })
    const isMissed = hasExpiredWithoutNotice(credits, { day, notifiedUntil: toldUntil })
    if (!next && !isMissed) await endDuty(transaction, noticeDutyOf(batteryId), { state: 'cancelled', now })
    if (next && (await isNoticeDue(transaction, { customerId, batteryId, expiresOn: next.day, now }))) {
      await notifyHolder('batteries.creditExpiring', { creditCents: next.cents, day: next.day })
      await transaction
        .updateTable('battery')
        .set({ expiry_told_until: next.day })
        .where('customer_id', '=', customerId)
        .where('battery_id', '=', batteryId)
        .execute()
      await endDuty(transaction, noticeDutyOf(batteryId), { state: 'done', now })
    }
    const cents = sumExpiredCents(credits, day)
    if (cents === 0) return false
    if (isMissed) {
      await notifyHolder('batteries.creditExpired', { creditCents: cents })
      await endDuty(transaction, noticeDutyOf(batteryId), { state: 'done', now })
    }
    await transaction
      .insertInto('battery_entry')
      .values({
        customer_id: customerId,
        battery_id: batteryId,
        booked_on: day,
        amount_cents: -cents,
        reason: 'expired',
      })
      .execute()
    const data = { customer_id: customerId, battery_id: batteryId, amount: cents / 100, booked_on: day }
    await queueEvent(transaction, { type: 'wallet.credit_expired', data }, now)
    return true
  })
}

type ExpiryNotice = BatteryKey & { expiresOn: MarketDay; now: Date }

/**
 * Checks whether the day has come on which a holder is told that credit expires, for which it opens the duty. Where no
 * norm asks for a notice there is no such day.
 */
async function isNoticeDue(db: Database, { customerId, batteryId, expiresOn, now }: ExpiryNotice): Promise<boolean> {
  const key = noticeDutyOf(batteryId)
  const at = startOf(expiresOn, 'Europe/Madrid')
  const duties = await findDutiesOf(db, key.subject)
  const open = duties.find(({ state, started_at }) => state === 'open' && started_at.getTime() === at.getTime())
  const dueOn =
    open?.due_on ?? (await openDuty(db, { ...key, customerId, facts: plainFacts, place: null, at }))?.deadline.on
  return dueOn !== undefined && dueOn <= marketDayOf(now, 'Europe/Madrid')
}

/** Cancels the duties to tell of the expiry of credit that has been used up meanwhile. */
async function cancelOtherNotices(db: Database, batteries: readonly BatteryKey[], now: Date): Promise<void> {
  const withCredit = new Set<string>(batteries.map(({ batteryId }) => noticeDutyOf(batteryId).subject))
  for (const subject of await findOpenSubjects(db, 'credit_expiry_notice'))
    if (!withCredit.has(subject))
      await endDuty(db, { kind: 'credit_expiry_notice', subject }, { state: 'cancelled', now })
}

/** Returns the key of the duty to tell a holder of the next expiry of a wallet. */
function noticeDutyOf(batteryId: number) {
  return { kind: 'credit_expiry_notice', subject: `wallet:${batteryId}` } as const
}
