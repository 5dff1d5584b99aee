import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#db/tables.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'

/** Condition of an `invoice` that bills its days and that no later one cancels or replaces. One that is held has not arrived. */
export function isFinallyBilled({ and, eb, not, exists, selectFrom }: ExpressionBuilder<DB, 'invoice'>) {
  return and([
    eb('invoice.rectificative_type', 'in', ['N', 'R']),
    not(
      exists(
        selectFrom(visibleInvoices.as('later'))
          .whereRef('later.customer_id', '=', 'invoice.customer_id')
          .whereRef('later.rectifies_invoice_id', '=', 'invoice.invoice_id')
          .where('later.rectificative_type', 'in', ['A', 'B', 'R']),
      ),
    ),
  ])
}
