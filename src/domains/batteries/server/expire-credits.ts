import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CreditTerm, creditsLeft, type Entry, expiredCents } from '../rules.ts'

type Needs = { db: Kysely<DB>; clock: () => Date; log: Parameters<typeof repeat>[1]['log'] }
type Key = { customerId: number; batteryId: number }

/** Takes out of wallets what has expired, an hour after midnight at the latest. Any number of servers may do it at once. */
export function startCreditJobs({ db, clock, log }: Needs): Repeated {
  return repeat(
    async () => {
      await expireCredits(db, marketDayOf(clock(), 'Europe/Madrid'))
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

/** Books what has expired by a day in every wallet. @returns in how many there was any. */
export async function expireCredits(db: Kysely<DB>, day: MarketDay): Promise<number> {
  const terms = await creditTerms(db)
  if (!terms.some(({ expiresAfterMonths }) => expiresAfterMonths !== null)) return 0
  let expired = 0
  for (const key of await walletsWithMoney(db)) if (await expireIn(db, key, { terms, day })) expired++
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
  { terms, day }: { terms: CreditTerm[]; day: MarketDay },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Whoever takes money out holds the wallet meanwhile, so that nothing expires that has just been used, and nothing twice.
    await sql`select from battery where customer_id = ${customerId} and battery_id = ${batteryId} for no key update`.execute(
      transaction,
    )
    const entries = await transaction
      .selectFrom('battery_entry')
      .where('customer_id', '=', customerId)
      .where('battery_id', '=', batteryId)
      .orderBy('booked_on')
      .orderBy('battery_entry_id')
      .select(['booked_on as bookedOn', 'amount_cents as amountCents', 'reason'])
      .$narrowType<Pick<Entry, 'reason'>>()
      .execute()
    const cents = expiredCents(creditsLeft(entries, terms), day)
    if (cents === 0) return false
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
    return true
  })
}
