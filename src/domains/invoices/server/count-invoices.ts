import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices, visibleMultipointInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { InvoiceCounts } from '../api.ts'

/** Counts the invoices that a holder sees, by kind. */
export async function countInvoicesOf(
  db: Database,
  { customerIds }: { customerIds: number[] },
): Promise<InvoiceCounts> {
  const { rows } = await sql<InvoiceCounts>`
    select electricity::int, gas::int, multipoint::int
    from (
      select count(*) filter (where energy = 'electricity') as electricity, count(*) filter (where energy = 'gas') as gas
      from ${visibleInvoices} invoice where ${isOneOf('customer_id', customerIds)}
    ) single
    cross join (
      select count(*) as multipoint from ${visibleMultipointInvoices} invoice where ${isOneOf('customer_id', customerIds)}
    ) joint`.execute(db)
  return rows[0]!
}
