import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { networkOf } from '#kit/server/network-of.ts'

/**
 * Limits on sign-in attempts: the number within a window, and the wait that follows. An address stands for one network,
 * which may be an office; an account is counted whether or not it exists.
 */
const rules = [
  { per: 'address', attempts: 100, windowMinutes: 15, banMinutes: 15 },
  { per: 'account', attempts: 10, windowMinutes: 15, banMinutes: 15 },
  { per: 'account', attempts: 50, windowMinutes: 24 * 60, banMinutes: 2 * 60 },
] as const
type Rule = (typeof rules)[number]

/** The source of an attempt: the address of the request and the key of the account. */
export type Attempt = { address: string; account: string }

/**
 * Counts an attempt before it is made, so that concurrent ones cannot exceed the limit. Returns the seconds until it
 * may be made; 0 means now.
 */
export async function countAttempt(db: Database, attempt: Attempt, now: Date): Promise<number> {
  // An attempt refused for the address does not count against the account, so that nobody locks out others for long.
  for (const rule of rules) {
    const waitSeconds = await countForRule(db, rule, keyOf(rule, attempt), now)
    if (waitSeconds > 0) return waitSeconds
  }
  return 0
}

/** Removes what a successful attempt counted: the account is reset, the address has one attempt less. */
export async function refundAttempt(db: Database, attempt: Attempt) {
  const keysOf = (per: Rule['per']) => rules.filter((rule) => rule.per === per).map((rule) => keyOf(rule, attempt))
  await db.deleteFrom('login_throttle').where('throttle_key', 'in', keysOf('account')).execute()
  await db
    .updateTable('login_throttle')
    .set((row) => ({ attempts: row('attempts', '-', 1) }))
    .where('throttle_key', 'in', keysOf('address'))
    .where('attempts', '>', 0)
    .execute()
}

async function countForRule(db: Database, rule: Rule, key: string, now: Date): Promise<number> {
  const windowEnd = minutesAfter(now, rule.windowMinutes)
  const banEnd = minutesAfter(now, rule.banMinutes)
  const { attempts, ends_at } = await db
    .insertInto('login_throttle')
    .values({ throttle_key: key, attempts: 1, ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('throttle_key').doUpdateSet({
        attempts: sql`case when login_throttle.ends_at <= ${now} then 1 else login_throttle.attempts + 1 end`,
        ends_at: sql`case
          when login_throttle.ends_at <= ${now} then ${windowEnd}
          when login_throttle.attempts = ${rule.attempts} then ${banEnd}
          else login_throttle.ends_at end`,
      }),
    )
    .returning(['attempts', 'ends_at'])
    .executeTakeFirstOrThrow()
  return attempts > rule.attempts ? Math.ceil((ends_at.getTime() - now.getTime()) / 1000) : 0
}

// Stored as a hash: users sometimes enter their password in the field for the user name.
function keyOf({ per, windowMinutes }: Rule, attempt: Attempt): string {
  const value = per === 'address' ? networkOf(attempt.address) : attempt.account
  return createHash('sha256').update(`${per} ${windowMinutes} ${value}`).digest('base64url')
}

function minutesAfter(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}
