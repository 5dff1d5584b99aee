import type { InvoiceCounts } from '../queries.ts'
import type { InvoiceKind } from './list-address.ts'

/**
 * Returns the kinds that have a tab: those of the settings of which the customer has invoices, and the one in the
 * address, so that a household sees no empty tab for multipoint invoices. There is always at least one.
 */
export function listShownKinds(
  displayTypes: readonly InvoiceKind[],
  counts: InvoiceCounts,
  requested?: InvoiceKind,
): InvoiceKind[] {
  const shown = displayTypes.filter((kind) => counts[kind] || kind === requested)
  return shown.length ? shown : displayTypes.slice(0, 1)
}

/** Returns the kind of the open tab: the requested one if it has a tab, otherwise the first. */
export function chooseOpenKind(shown: readonly InvoiceKind[], requested?: InvoiceKind): InvoiceKind {
  return shown.find((kind) => kind === requested) ?? shown[0]!
}
