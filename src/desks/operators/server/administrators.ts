import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { operatorsOf } from './operator-store.ts'

/**
 * Whether somebody else than this operator can come in as an administrator. Within a transaction it holds until that ends:
 * of two administrators who shut each other out, the second meets what the first has done.
 */
export async function hasOtherAdministrator(db: Database, operatorId: number, now: Date): Promise<boolean> {
  await sql`select user_id from user_account where role = 'operator' order by user_id for update`.execute(db)
  const operators = await operatorsOf(db, now)
  return operators.some(
    ({ id, state, roles }) => id !== operatorId && state === 'active' && roles.includes('administrator'),
  )
}
