import { sql } from 'kysely'
import { manyContracts } from '#app/density.ts'
import type { Database } from '#db/database.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { SignedInUser } from '#kit/boot.ts'

type UserRow = { name: string; email: string; isCompany: boolean; companyContracts: number }

/** Returns what pages know of the signed-in user. */
export async function readSignedInUser(
  db: Database,
  { userId, customerIds, readonly, mustChangePassword }: CustomerActor,
): Promise<SignedInUser> {
  // Contracts are only counted up to the limit that counts as many.
  const { rows } = await sql<UserRow>`
    with company as (select customer_id from customer where customer_id = any(${customerIds}) and is_company)
    select name, email,
      exists (select from company) as "isCompany",
      (select count(*)::integer from (
        select from contract where customer_id in (select customer_id from company) limit ${manyContracts}
      ) as few) as "companyContracts"
    from user_account where user_id = ${userId}`.execute(db)
  const { companyContracts, ...user } = rows[0]!
  return { ...user, readonly, mustChangePassword, hasManyContracts: companyContracts === manyContracts }
}
