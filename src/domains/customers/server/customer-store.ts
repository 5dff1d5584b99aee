import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Customer, DB } from '#db/tables.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'

/** Inserts a holder that is known only from a claim on a tax id. @returns its id. */
export async function insertClaimedCustomer(
  db: Database,
  row: Insertable<Customer> & { claimed_tax_id: string },
): Promise<number> {
  const { customer_id } = await db.insertInto('customer').values(row).returning('customer_id').executeTakeFirstOrThrow()
  return customer_id
}

/** Assigns an unassigned claim to a user. */
export async function setClaimant(db: Database, { customerId, userId }: { customerId: number; userId: number }) {
  await db
    .updateTable('customer')
    .set({ claimed_by_user_id: userId })
    .where('customer_id', '=', customerId)
    .where('claimed_tax_id', 'is not', null)
    .where('claimed_by_user_id', 'is', null)
    .execute()
}

/** Moves the claims of a user to another one. @returns the ids of their holders. */
export async function moveClaims(db: Database, { from, to }: { from: number; to: number }): Promise<number[]> {
  const claims = await db
    .updateTable('customer')
    .set({ claimed_by_user_id: to })
    .where('claimed_by_user_id', '=', from)
    .returning('customer_id')
    .execute()
  return claims.map(({ customer_id }) => customer_id)
}

/** Releases the claims of a user, without a new claimant. */
export async function releaseClaims(db: Database, userId: number) {
  await sql`update customer set claimed_by_user_id = null where claimed_by_user_id = ${userId}`.execute(db)
}

/** Changes a holder and increments its version. */
export async function updateCustomer(
  db: Database,
  customerId: number,
  change: Omit<Updateable<Customer>, 'customer_id' | 'version'>,
) {
  await db
    .updateTable('customer')
    .set((row) => ({ ...change, version: row('version', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute()
}

/** Deletes a holder that nothing refers to. @returns what the retailer had recorded. */
export function deleteCustomer(
  db: Database,
  customerId: number,
): Promise<Pick<Selectable<Customer>, 'tax_id' | 'name' | 'is_company' | 'fiscal_address' | 'email' | 'phone'>> {
  return db
    .deleteFrom('customer')
    .where('customer_id', '=', customerId)
    .returning(['tax_id', 'name', 'is_company', 'fiscal_address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
}

/** Marks holders as erased. */
export async function markCustomersErased(db: Database, customerIds: readonly number[], at: Date) {
  if (customerIds.length === 0) return
  await db.updateTable('customer').set({ erased_at: at }).where('customer_id', 'in', customerIds).execute()
}

/** Stores imported holders by their tax id. Returns those that were created or changed. */
export function storeCustomerRows(db: Database, rows: readonly Insertable<DB['customer']>[]) {
  return upsertRows(db, { table: 'customer', key: ['tax_id'], rows, isVersioned: true })
}
