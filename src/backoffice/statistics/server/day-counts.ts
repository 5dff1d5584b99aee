import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** A counter per day: sign-ins, and responses by duration or failure. */
export type DayCount = { day: MarketDay; what: 'sign_in' | 'answer' | 'answer_failed'; detail: string; count: number }

/**
 * Adds to the counters. Rows are locked in a fixed order, so that concurrent servers wait for each other instead of
 * deadlocking.
 */
export async function addCounts(db: Database, counts: readonly DayCount[]) {
  if (!counts.length) return
  const keyOf = ({ day, what, detail }: DayCount) => `${day} ${what} ${detail}`
  await db
    .insertInto('day_count')
    .values([...counts].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'what', 'detail']).doUpdateSet({ count: sql<number>`day_count.count + excluded.count` }),
    )
    .execute()
}

/** Returns the counters since a day. */
export async function findCountsSince(db: Database, day: MarketDay): Promise<DayCount[]> {
  const rows = await db
    .selectFrom('day_count')
    .where('day', '>=', day)
    .select(['day', 'what', 'detail', 'count'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }) as DayCount)
}
