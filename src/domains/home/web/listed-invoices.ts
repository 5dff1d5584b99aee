import type { InvoiceStatus, PaidStatus } from '#domains/invoices/rules.ts'
import type { InvoiceKind } from '#domains/invoices/web/filters/list-address.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import type { InvoicePage } from '#domains/invoices/web/queries.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import type { Cents } from '#vocabulary/money.ts'

/** An invoice with the kind of its list. */
export type ListedInvoice = { kind: InvoiceKind; invoice: InvoiceModel }

/** The invoices due: those that were fetched, how many there are, and their sum if it is fully known. */
export type DueInvoices = { listed: ListedInvoice[]; count: number; totalCents: Cents | null }

/**
 * Merges the invoices of several lists, newest first, those of one day by the amount due; `pages` are in the order of
 * their kinds. Invoices within a multipoint invoice are paid with it and do not count.
 */
export function mergeInvoices(kinds: readonly InvoiceKind[], pages: readonly InvoicePage[]): ListedInvoice[] {
  const listed = kinds.flatMap((kind, index) => pages[index]!.items.map((invoice) => ({ kind, invoice })))
  return listed.filter((each) => !isGathered(each, listed)).sort(byDayAndAmount)
}

/** Returns what is due in several lists; `pages` are in the order of their kinds. */
export function findDueInvoices(kinds: readonly InvoiceKind[], pages: readonly InvoicePage[]): DueInvoices {
  const all = mergeInvoices(kinds, pages)
  const listed = all.filter(({ invoice }) => isDue(invoice))
  const otherCount = pages.reduce((count, { items }) => count + items.length, 0) - listed.length
  const count = pages.reduce((count, { total }) => count + total, 0) - otherCount
  const readCents = listed.reduce((sum, { invoice }) => sum + invoice.amountDueCents, 0)
  return { listed, count, totalCents: listed.length === count ? readCents : sumDueCents(pages) }
}

const dueStatuses: Partial<Record<InvoiceStatus, PaidStatus>> = {
  unpaid: 'unpaid',
  partly_paid: 'unpaid',
  waiting_for_transfer: 'pending_transfer',
}

/**
 * Returns where invoices that are due are seen and paid: the page of the only one, else the list of the newest one's kind, of
 * those that are due if one value of its filter finds them.
 */
export function dueInvoicesAddress({ listed, count }: DueInvoices): string {
  const [{ kind, invoice }] = listed as [ListedInvoice]
  if (count === 1) return invoiceAddress(invoice.number)
  const search = new URLSearchParams({ contractType: kind })
  const ofKind = listed.filter((other) => other.kind === kind)
  const [status, ...others] = new Set(ofKind.map((each) => dueStatuses[each.invoice.status ?? 'in_parts']))
  if (status && others.length === 0) search.set('status', status)
  return `/invoices?${search}`
}

function isDue({ status, amountDueCents }: InvoiceModel): boolean {
  if (status === 'in_parts') return amountDueCents > 0
  return status === 'unpaid' || status === 'partly_paid' || status === 'waiting_for_transfer'
}

// A complete page can be added up; for others, the server returns the sum.
function sumDueCents(pages: readonly InvoicePage[]): Cents | null {
  let sum = 0
  for (const { items, total, dueCents } of pages) {
    const cents = items.length === total ? items.reduce((all, one) => all + one.amountDueCents, 0) : dueCents
    if (cents === undefined) return null
    sum += cents
  }
  return sum
}

// A server without this information lists them as well: as invoices of the same day that are not paid separately.
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
