import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CreditTerm, creditsLeft, type Entry, expiredCents, expiryToTell, hasExpiredUntold } from '../rules.ts'

type Needs = { db: Kysely<DB>; clock: () => Date; log: Parameters<typeof repeat>[1]['log'] }
type Key = { customerId: number; batteryId: number }

/** Takes out of wallets what has expired, an hour after midnight at the latest, and tells holders a month before. Any number of servers may do it at once. */
export function startCreditJobs({ db, clock, log }: Needs): Repeated {
  return repeat(
    async () => {
      await expireCredits(db, clock())
      return false
    },
    { everySeconds: 3600, name: 'expire credit of wallets', log },
  )
}

/** For how long credit holds, by the day it came in. */
export function creditTerms(db: Database): Promise<CreditTerm[]> {
  return db
    .selectFrom('wallet_term')
    .select(['valid_from as validFrom', 'expires_after_months as expiresAfterMonths'])
    .execute()
}

/** Books what has expired in every wallet, and tells what soon will. @returns in how many something has expired. */
export async function expireCredits(db: Kysely<DB>, now: Date): Promise<number> {
  const terms = await creditTerms(db)
  if (!terms.some(({ expiresAfterMonths }) => expiresAfterMonths !== null)) return 0
  let expired = 0
  for (const key of await walletsWithMoney(db)) if (await expireIn(db, key, { terms, now })) expired++
  return expired
}

async function walletsWithMoney(db: Database): Promise<Key[]> {
  return db
    .selectFrom('battery_entry')
    .groupBy(['customer_id', 'battery_id'])
    .having((row) => row.fn.sum('amount_cents'), '>', 0)
    .select(['customer_id as customerId', 'battery_id as batteryId'])
    .execute()
}

function expireIn(
  db: Kysely<DB>,
  { customerId, batteryId }: Key,
  { terms, now }: { terms: CreditTerm[]; now: Date },
): Promise<boolean> {
  const day = marketDayOf(now, 'Europe/Madrid')
  return db.transaction().execute(async (transaction) => {
    // Whoever takes money out holds the wallet meanwhile, so that nothing expires that has just been used, and nothing twice.
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
    const credits = creditsLeft(entries, terms)
    const tell = (kind: `batteries.${string}`, values: Record<string, string | number>) =>
      queueMessage(
        transaction,
        { kind, values: { wallet, ...values }, customerId, link: `/batteries/${batteryId}` },
        now,
      )

    const next = expiryToTell(credits, { day, toldUntil })
    if (next) {
      await tell('batteries.creditExpiring', { creditCents: next.cents, day: next.day })
      await transaction
        .updateTable('battery')
        .set({ expiry_told_until: next.day })
        .where('customer_id', '=', customerId)
        .where('battery_id', '=', batteryId)
        .execute()
    }
    const cents = expiredCents(credits, day)
    if (cents === 0) return false
    if (hasExpiredUntold(credits, { day, toldUntil })) await tell('batteries.creditExpired', { creditCents: cents })
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
