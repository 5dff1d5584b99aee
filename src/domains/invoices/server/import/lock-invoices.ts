import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/**
 * Locks the stored invoices of these numbers until the transaction ends, so that no payment happens in between. Customer by
 * customer: where invoices are distributed, those of several nodes cannot be locked at once.
 */
export async function lockInvoicesToImport(
  db: Database,
  table: 'invoice' | 'multipoint_invoice',
  numbers: readonly string[],
) {
  const { rows: stored } = await sql<{ customer_id: number; numbers: string[] }>`
    select customer_id, array_agg(number) as numbers from ${sql.table(table)} where number = any(${numbers})
    group by customer_id order by customer_id`.execute(db)
  for (const { customer_id, numbers: own } of stored)
    await sql`
      select from ${sql.table(table)} where customer_id = ${customer_id} and number = any(${own})
      order by number for update`.execute(db)
}
