import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/**
 * Lets one import of invoices happen at a time, until the transaction ends. Whoever has the lock sees all invoices that have
 * come in, and those that come in afterwards see what it has stored.
 */
export async function lockInvoiceImports(db: Database) {
  await sql`select pg_advisory_xact_lock(hashtext('import invoices'))`.execute(db)
}
