import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** What is counted as it happens: sign-ins, and answers by how long they took or that they failed. */
export type Counted = { day: MarketDay; what: 'sign_in' | 'answer' | 'answer_failed'; detail: string; count: number }

/** Adds to the counts of days. Rows are locked in one order, so that servers which do it at once only wait for each other. */
export async function addCounts(db: Database, counts: readonly Counted[]) {
  if (!counts.length) return
  const keyOf = ({ day, what, detail }: Counted) => `${day} ${what} ${detail}`
  await db
    .insertInto('day_count')
    .values([...counts].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'what', 'detail']).doUpdateSet({ count: sql<number>`day_count.count + excluded.count` }),
    )
    .execute()
}

/** What was counted since a day. */
export async function countsSince(db: Database, day: MarketDay): Promise<Counted[]> {
  const rows = await db
    .selectFrom('day_count')
    .where('day', '>=', day)
    .select(['day', 'what', 'detail', 'count'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }) as Counted)
}
