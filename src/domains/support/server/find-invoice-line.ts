import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { CaseInvoiceLine } from '../api.ts'
import type { CaseContract } from './find-case-contract.ts'

/**
 * Returns an invoice of a contract with one of its lines, to be stored with a case: later the invoice may be corrected.
 * Undefined if the contract has no such invoice, or the invoice no such line.
 */
export async function findInvoiceLine(
  db: Database,
  { customerId, contractId }: CaseContract,
  { number, line: place }: { number: string; line?: number | undefined },
): Promise<CaseInvoiceLine | undefined> {
  const invoice = await db
    .selectFrom(visibleInvoices.as('invoice'))
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('number', '=', number)
    .select(['starts_on', 'ends_on', 'amount_total_cents', 'content'])
    .$narrowType<{ content: { lines: BillLine[] } }>()
    .executeTakeFirst()
  const line = place === undefined ? null : invoice?.content.lines[place]
  if (!invoice || line === undefined) return undefined
  return {
    number,
    start_date: invoice.starts_on,
    end_date: invoice.ends_on,
    amount_total: invoice.amount_total_cents / 100,
    line: line && presentLine(line),
  }
}

function presentLine({ kind, period, quantity, unit, days, unitPrice, amountCents }: BillLine) {
  return { kind, period, quantity, unit, days, unit_price: unitPrice, amount: amountCents / 100 }
}
