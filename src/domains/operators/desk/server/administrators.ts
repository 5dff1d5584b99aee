import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findAllOperators } from './operator-store.ts'

/**
 * Checks whether another operator than this one can sign in as administrator. Within a transaction the result holds
 * until its end: of two administrators who remove each other, the second sees the first one's change.
 */
export async function hasOtherAdministrator(db: Database, operatorId: number, now: Date): Promise<boolean> {
  await sql`select user_id from user_account where role = 'operator' order by user_id for update`.execute(db)
  const operators = await findAllOperators(db, now)
  return operators.some(
    ({ id, state, roles }) => id !== operatorId && state === 'active' && roles.includes('administrator'),
  )
}
