import { sql } from 'kysely'
import { manyContracts } from '#app/density.ts'
import type { Database } from '#db/database.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { SignedInUser } from '#kit/boot.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'

type UserRow = { name: string; email: string; companyIds: number[] }

/** Returns what pages know of the signed-in user. */
export async function readSignedInUser(
  db: Database,
  { userId, customerIds, readonly, mustChangePassword }: CustomerActor,
): Promise<SignedInUser> {
  const { rows } = await sql<UserRow>`
    select name, email,
      array(select customer_id from customer where ${isOneOf('customer_id', customerIds)} and is_company) as "companyIds"
    from user_account where user_id = ${userId}`.execute(db)
  const { companyIds, ...user } = rows[0]!
  const isCompany = companyIds.length > 0
  const hasManyContracts = isCompany && (await haveManyContracts(db, companyIds))
  return { ...user, isCompany, readonly, mustChangePassword, hasManyContracts }
}

// Contracts are only counted up to the limit that counts as many.
async function haveManyContracts(db: Database, customerIds: readonly number[]): Promise<boolean> {
  const contracts = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .select('contract_id')
    .limit(manyContracts)
    .execute()
  return contracts.length === manyContracts
}
