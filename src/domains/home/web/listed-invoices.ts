import type { InvoiceKind } from '#domains/invoices/web/list-address.ts'
import type { InvoicePage } from '#domains/invoices/web/queries.ts'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'

/** An invoice with the kind of list it is in. */
export type ListedInvoice = { kind: InvoiceKind; invoice: ReadInvoice }

/** The invoices of several lists, the newest first; `pages` come in the order of their kinds. */
export function listedInvoices(kinds: readonly InvoiceKind[], pages: readonly InvoicePage[]): ListedInvoice[] {
  const listed = kinds.flatMap((kind, place) => pages[place]!.items.map((invoice) => ({ kind, invoice })))
  return listed.sort((one, other) => compareDays(other.invoice.issuedOn, one.invoice.issuedOn))
}

function compareDays(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
