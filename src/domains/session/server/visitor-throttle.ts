import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { networkOf } from './throttle.ts'

/**
 * How often something may be done without a session: so many times, in so many minutes, by one network, for one e-mail
 * address or NIF, or with one key.
 */
export type VisitLimit = {
  what: string
  per: 'network' | 'email' | 'taxId' | 'key'
  value: string
  most: number
  minutes: number
  /** For how long whoever goes beyond it waits from then on; otherwise until the minutes are over. */
  waitMinutes?: number
}

/**
 * Counts a visit against its limits before it is let in, so that many at once do not slip by, and answers after how many
 * seconds it would be; 0 is now.
 */
export async function countVisit(db: Database, limits: readonly VisitLimit[], now: Date): Promise<number> {
  for (const limit of limits) {
    const endsAt = new Date(now.getTime() + limit.minutes * 60_000)
    const waitEnds = new Date(now.getTime() + (limit.waitMinutes ?? 0) * 60_000)
    const isBeyond = sql`${limit.waitMinutes !== undefined} and visitor_throttle.count = ${limit.most}`
    const row = await db
      .insertInto('visitor_throttle')
      .values({ throttle_key: keyOf(limit), count: 1, ends_at: endsAt })
      .onConflict((conflict) =>
        conflict.column('throttle_key').doUpdateSet({
          count: sql`case when visitor_throttle.ends_at <= ${now} then 1 else visitor_throttle.count + 1 end`,
          ends_at: sql`case
            when visitor_throttle.ends_at <= ${now} then ${endsAt}
            when ${isBeyond} then ${waitEnds}
            else visitor_throttle.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow()
    if (row.count > limit.most) return Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)
  }
  return 0
}

/** Forgets what was counted against limits, so that they begin anew. */
export async function forgetVisits(db: Database, limits: readonly VisitLimit[]) {
  if (limits.length) await db.deleteFrom('visitor_throttle').where('throttle_key', 'in', limits.map(keyOf)).execute()
}

/** Counts a visit as `countVisit` does. @throws Refused 429 where it is one too many. */
export async function stayBelow(db: Database, limit: VisitLimit, now: Date) {
  const retryAfterSeconds = await countVisit(db, [limit], now)
  if (retryAfterSeconds > 0) throw new Refused('too_many_attempts', 429, { retryAfterSeconds })
}

/** Whether there was such a visit that still counts. */
export async function hasVisited(db: Database, limit: VisitLimit, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('visitor_throttle')
    .where('throttle_key', '=', keyOf(limit))
    .where('ends_at', '>', now)
    .select('count')
    .executeTakeFirst()
  return row !== undefined
}

// Kept as a hash: who wrote to a retailer is nobody else's business.
function keyOf({ what, per, value }: VisitLimit): string {
  const who = per === 'network' ? networkOf(value) : value.trim().toLowerCase()
  return createHash('sha256').update(`${what} ${per} ${who}`).digest('base64url')
}
