import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Whether the joined case is one whose author is asked how satisfied they are; see `isRatable`. */
export function isRatableSql(caseTable: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${caseTable}.${name}`)
  return sql<SqlBool>`(${column('state')} in ('accepted', 'denied') and ${column('closure')} is null
    and ${column('rated_at')} is null)`
}

type Rating = { caseId: number; rating: number; remark: string; now: Date }

/** Stores how satisfied the author of a case is. @returns false if it is not answered yet, or rated already. */
export async function saveRating(db: Database, { caseId, rating, remark, now }: Rating): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('support_case')
    .set({ rating, rating_remark: remark || null, rated_at: now })
    .where('case_id', '=', caseId)
    .where(isRatableSql('support_case'))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
