import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { deleteCustomer, updateCustomer } from '#domains/customers/server/customer-store.ts'

/** A contract named in an import line of the retailer, with the tax id given there. */
export type VouchedContract = { contract: string; taxId: string }

/**
 * Confirms claims whose signed contract the retailer names with the claimed tax id. The retailer's data of the holder
 * replaces what the customer entered. If the known holder has any records of its own, the claim stays a claim.
 */
export async function confirmVouchedClaims(db: Database, vouched: readonly VouchedContract[]) {
  const { rows } = await sql<{ claimId: number; knownId: number }>`
    select claim.customer_id as "claimId", known.customer_id as "knownId"
    from json_to_recordset(${JSON.stringify(vouched)}::json) as vouched (contract text, "taxId" text)
      join contract on contract.name = vouched.contract and contract.signed_on is not null
      join customer as claim on claim.customer_id = contract.customer_id and claim.claimed_tax_id = vouched."taxId"
      join customer as known on known.tax_id = vouched."taxId"`.execute(db)
  const adopted = new Map(rows.map(({ claimId, knownId }) => [knownId, claimId]))
  for (const [knownId, claimId] of adopted) {
    if (await hasRecords(db, knownId)) continue
    const retailerRecord = await deleteCustomer(db, knownId)
    await updateCustomer(db, claimId, { ...retailerRecord, claimed_tax_id: null, claimed_by_user_id: null })
  }
}

const customerTables = [
  'user_customer',
  'contract',
  'address',
  'invoice',
  'multipoint_invoice',
  'battery',
  'change_request',
  'coupon',
] as const

/**
 * Checks whether a holder has records besides what the retailer has imported. Queries table by table, which any cluster
 * can answer.
 */
async function hasRecords(db: Database, customerId: number): Promise<boolean> {
  for (const table of customerTables) {
    const row = await sql`select from ${sql.table(table)} where customer_id = ${customerId} limit 1`.execute(db)
    if (row.rows.length > 0) return true
  }
  return false
}
