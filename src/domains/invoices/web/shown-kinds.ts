import type { InvoiceKind } from './list-address.ts'
import type { InvoiceCounts } from './queries.ts'

/**
 * The kinds that have a tab: those of the settings of which the customer has any, and the one that the address asks for,
 * so that a household sees no empty tab for multipoint invoices. There is always one.
 */
export function shownKinds(
  displayTypes: readonly InvoiceKind[],
  counts: InvoiceCounts,
  asked?: InvoiceKind,
): InvoiceKind[] {
  const shown = displayTypes.filter((kind) => counts[kind] || kind === asked)
  return shown.length ? shown : displayTypes.slice(0, 1)
}

/** The kind whose tab is open: the one that the address asks for, where it has a tab, or else the first. */
export function openKind(shown: readonly InvoiceKind[], asked?: InvoiceKind): InvoiceKind {
  return shown.find((kind) => kind === asked) ?? shown[0]!
}
