import type { InvoiceKind } from '#domains/invoices/web/list-address.ts'
import type { InvoicePage } from '#domains/invoices/web/queries.ts'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import type { Cents } from '#vocabulary/money.ts'

/** An invoice with the kind of list it is in. */
export type ListedInvoice = { kind: InvoiceKind; invoice: ReadInvoice }

/** What there is to pay: those that were read, how many there are, and their sum where all of it is known. */
export type DueInvoices = { listed: ListedInvoice[]; count: number; totalCents: Cents | null }

/**
 * The invoices of several lists, the newest first, those of one day by what is to be paid of them; `pages` come in the order
 * of their kinds. What a multipoint invoice gathers is paid with that one and does not count.
 */
export function listedInvoices(kinds: readonly InvoiceKind[], pages: readonly InvoicePage[]): ListedInvoice[] {
  const listed = kinds.flatMap((kind, place) => pages[place]!.items.map((invoice) => ({ kind, invoice })))
  return listed.filter((each) => !isGathered(each, listed)).sort(byDayAndAmount)
}

/** What is to be paid of several lists; `pages` come in the order of their kinds. */
export function dueInvoices(kinds: readonly InvoiceKind[], pages: readonly InvoicePage[]): DueInvoices {
  const all = listedInvoices(kinds, pages)
  const listed = all.filter(({ invoice }) => isDue(invoice))
  const left = pages.reduce((count, { items }) => count + items.length, 0) - listed.length
  const count = pages.reduce((count, { total }) => count + total, 0) - left
  const readCents = listed.reduce((sum, { invoice }) => sum + invoice.amountPendingCents, 0)
  return { listed, count, totalCents: listed.length === count ? readCents : toldCents(pages) }
}

function isDue({ standing }: ReadInvoice): boolean {
  return standing === 'unpaid' || standing === 'partly_paid' || standing === 'waiting_for_transfer'
}

// A page that is all there is can be added up; of the others the server says what they come to.
function toldCents(pages: readonly InvoicePage[]): Cents | null {
  let sum = 0
  for (const { items, total, pendingCents } of pages) {
    const cents = items.length === total ? items.reduce((all, one) => all + one.amountPendingCents, 0) : pendingCents
    if (cents === undefined) return null
    sum += cents
  }
  return sum
}

// A server that does not tell lists them as well: as invoices of the same day that are not paid by themselves.
function isGathered({ kind, invoice }: ListedInvoice, listed: readonly ListedInvoice[]): boolean {
  if (kind === 'multipoint' || invoice.isPayable) return false
  return listed.some(
    (other) => other.kind === 'multipoint' && other.invoice.isPayable && other.invoice.issuedOn === invoice.issuedOn,
  )
}

function byDayAndAmount({ invoice: one }: ListedInvoice, { invoice: other }: ListedInvoice): number {
  return (
    compare(other.issuedOn, one.issuedOn) ||
    other.amountPendingCents - one.amountPendingCents ||
    other.amountTotalCents - one.amountTotalCents ||
    compare(one.number, other.number)
  )
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
