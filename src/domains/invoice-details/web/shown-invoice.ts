import type { InvoiceKind } from '#domains/invoices/web/filters/list-address.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { InvoicePageDetails } from '../api.ts'

/** What Llum knows of an invoice besides what lists show. */
export type InvoiceFacts = Omit<Exclude<InvoicePageDetails, { kind: 'multipoint' }>, 'lines'> & { lines: BillLine[] }
export type MemberInvoice = Extract<InvoicePageDetails, { kind: 'multipoint' }>['members'][number]

/** An invoice on its page. An upstream server knows what lists show, and no more. */
export type ShownInvoice = {
  kind: InvoiceKind
  invoice: InvoiceModel
  details: InvoiceFacts | null
  members: readonly MemberInvoice[]
}
