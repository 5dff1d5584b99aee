import type { Cents } from '#vocabulary/money.ts'
import type { InvoiceStatus, PaidStatus, RectificativeType } from './rules.ts'

// Separate from the rules that lists need in the browser at once: these parse server responses.

type Judged = {
  paidStatus: PaidStatus
  rectificativeType: RectificativeType
  amountTotalCents: Cents
  amountPendingCents: Cents
  /** Whether it is paid by a plan of parts. */
  isInParts?: boolean
}

/** Returns the status of an invoice for the customer (specification, point 4: paid statuses and labels). */
export function invoiceStatusOf(invoice: Judged): InvoiceStatus {
  const givesBack = isCancelling(invoice.rectificativeType)
  switch (invoice.paidStatus) {
    case 'pending_remesa':
      return givesBack ? 'pending_refund' : 'will_be_charged'
    case 'pending_transfer':
      if (invoice.isInParts) return 'in_parts'
      return givesBack ? 'pending_refund' : 'waiting_for_transfer'
    case 'unpaid':
      if (invoice.isInParts) return 'in_parts'
      return isPartlyPaid(invoice) ? 'partly_paid' : 'unpaid'
    case 'paid':
    case 'paid_without_transaction':
    case 'manual_verification_required':
      return invoice.rectificativeType === 'A' ? 'refunded' : 'paid'
  }
}

function isPartlyPaid({ amountPendingCents, amountTotalCents }: Judged): boolean {
  return amountPendingCents !== 0 && amountPendingCents !== amountTotalCents
}

/** Checks whether an invoice cancels another one, with its amount and energy (types A and B). */
export function isCancelling(type: RectificativeType): boolean {
  return type === 'A' || type === 'B'
}

/**
 * Returns the energy that an invoice counts for. A cancelling invoice subtracts the energy that it cancels, like its
 * amount.
 */
export function countedEnergyWh({
  rectificativeType,
  energyWh,
}: {
  rectificativeType: RectificativeType
  energyWh: number
}): number {
  return isCancelling(rectificativeType) ? -Math.abs(energyWh) : energyWh
}
