import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { Refused } from '../refusal.ts'

/** A limit on visits without a session: how many within how many minutes, per network, e-mail address, NIF or key. */
export type VisitLimit = {
  what: string
  per: 'network' | 'email' | 'taxId' | 'key'
  value: string
  maxCount: number
  minutes: number
  /** How many minutes a visitor waits after exceeding it; by default until the window is over. */
  waitMinutes?: number
}

/**
 * Counts a visit against its limits before it is allowed, so that concurrent ones cannot exceed them. Returns the
 * seconds until it would be allowed; 0 means now.
 */
export async function countVisit(db: Database, limits: readonly VisitLimit[], now: Date): Promise<number> {
  for (const limit of limits) {
    const endsAt = new Date(now.getTime() + limit.minutes * 60_000)
    const waitEnds = new Date(now.getTime() + (limit.waitMinutes ?? 0) * 60_000)
    const isOverLimit = sql`${limit.waitMinutes !== undefined} and visitor_throttle.count = ${limit.maxCount}`
    const row = await db
      .insertInto('visitor_throttle')
      .values({ throttle_key: keyOf(limit), count: 1, ends_at: endsAt })
      .onConflict((conflict) =>
        conflict.column('throttle_key').doUpdateSet({
          count: sql`case when visitor_throttle.ends_at <= ${now} then 1 else visitor_throttle.count + 1 end`,
          ends_at: sql`case
            when visitor_throttle.ends_at <= ${now} then ${endsAt}
            when ${isOverLimit} then ${waitEnds}
            else visitor_throttle.ends_at end`,
        }),
      )
      .returning(['count', 'ends_at'])
      .executeTakeFirstOrThrow()
    if (row.count > limit.maxCount) return Math.ceil((row.ends_at.getTime() - now.getTime()) / 1000)
  }
  return 0
}

/** Resets the counts of these limits. */
export async function resetVisits(db: Database, limits: readonly VisitLimit[]) {
  if (limits.length) await db.deleteFrom('visitor_throttle').where('throttle_key', 'in', limits.map(keyOf)).execute()
}

/** Counts a visit as `countVisit` does. @throws Refused 429 if it exceeds the limit. */
export async function enforceVisitLimit(db: Database, limit: VisitLimit, now: Date) {
  const retryAfterSeconds = await countVisit(db, [limit], now)
  if (retryAfterSeconds > 0) throw new Refused('too_many_attempts', 429, { retryAfterSeconds })
}

/** Checks whether such a visit is still counted. */
export async function isVisitCounted(db: Database, limit: VisitLimit, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('visitor_throttle')
    .where('throttle_key', '=', keyOf(limit))
    .where('ends_at', '>', now)
    .select('count')
    .executeTakeFirst()
  return row !== undefined
}

// Stored as a hash: who contacted the retailer is confidential.
function keyOf({ what, per, value }: VisitLimit): string {
  const who = per === 'network' ? networkOf(value) : value.trim().toLowerCase()
  return createHash('sha256').update(`${what} ${per} ${who}`).digest('base64url')
}
