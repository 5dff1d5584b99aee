import { sql } from 'kysely'
import type { DB } from '#db/tables.ts'

/**
 * The invoices that their customers may see: all but those that are held. To be read in place of the table, as
 * `from ${visibleInvoices} invoice` or `selectFrom(visibleInvoices.as('invoice'))`. PostgreSQL plans it as the table with one more
 * condition.
 */
export const visibleInvoices = sql<DB['invoice']>`(select * from invoice where not is_held)`

/** The multipoint invoices that their customers may see: those of which no invoice is held. */
export const visibleMultipointInvoices = sql<
  DB['multipoint_invoice']
>`(select * from multipoint_invoice where not is_held)`
