import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** A contract that a line of the retailer names, and the tax id that it has there. */
export type Vouched = { contract: string; taxId: string }

/**
 * Takes the retailer's word for claims whose signed contract it names with the tax id that was claimed. What the retailer
 * has told of the holder takes the place of what was typed; where the holder has anything besides, the claim stays one.
 */
export async function adoptVouched(db: Database, vouched: readonly Vouched[]) {
  const { rows } = await sql<{ claimId: number; knownId: number }>`
    select claim.customer_id as "claimId", known.customer_id as "knownId"
    from json_to_recordset(${JSON.stringify(vouched)}::json) as vouched (contract text, "taxId" text)
      join contract on contract.name = vouched.contract and contract.signed_on is not null
      join customer as claim on claim.customer_id = contract.customer_id and claim.claimed_tax_id = vouched."taxId"
      join customer as known on known.tax_id = vouched."taxId"`.execute(db)
  const adopted = new Map(rows.map(({ claimId, knownId }) => [knownId, claimId]))
  for (const [knownId, claimId] of adopted) {
    if (await hasAnything(db, knownId)) continue
    const told = await db
      .deleteFrom('customer')
      .where('customer_id', '=', knownId)
      .returning(['tax_id', 'name', 'is_company', 'fiscal_address', 'email', 'phone'])
      .executeTakeFirstOrThrow()
    await db
      .updateTable('customer')
      .set((row) => ({
        ...told,
        ...{ claimed_tax_id: null, claimed_by_user_id: null, version: row('version', '+', 1) },
      }))
      .where('customer_id', '=', claimId)
      .execute()
  }
}

const ofCustomers = [
  'user_customer',
  'contract',
  'address',
  'invoice',
  'multipoint_invoice',
  'battery',
  'change_request',
  'coupon',
] as const

/** Whether something is a holder's besides what the retailer has told of them. Asked table by table, which any cluster can answer. */
async function hasAnything(db: Database, customerId: number): Promise<boolean> {
  for (const table of ofCustomers) {
    const row = await sql`select from ${sql.table(table)} where customer_id = ${customerId} limit 1`.execute(db)
    if (row.rows.length > 0) return true
  }
  return false
}
