import type { Cents } from '#vocabulary/money.ts'
import type { InvoiceStanding, PaidStatus, RectificativeType } from './rules.ts'

// Apart from the rules that lists need in the browser at once: these read what a server answers.

type Judged = {
  paidStatus: PaidStatus
  rectificativeType: RectificativeType
  amountTotalCents: Cents
  amountPendingCents: Cents
}

/** How an invoice stands (specification, point 4: paid statuses and labels). */
export function standingOf(invoice: Judged): InvoiceStanding {
  const givesBack = isCancelling(invoice.rectificativeType)
  switch (invoice.paidStatus) {
    case 'pending_remesa':
      return givesBack ? 'pending_refund' : 'will_be_charged'
    case 'pending_transfer':
      return givesBack ? 'pending_refund' : 'waiting_for_transfer'
    case 'unpaid':
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

/** Whether an invoice takes another one back: its amount and its energy with it (A and B). */
export function isCancelling(type: RectificativeType): boolean {
  return type === 'A' || type === 'B'
}

/** The energy that an invoice counts: a cancelling one takes back what it cancels, as its amount does. */
export function countedEnergyWh({
  rectificativeType,
  energyWh,
}: {
  rectificativeType: RectificativeType
  energyWh: number
}): number {
  return isCancelling(rectificativeType) ? -Math.abs(energyWh) : energyWh
}
