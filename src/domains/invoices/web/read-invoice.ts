import type { PayingItem } from '#domains/payments/web/paying-item.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Invoice, MultipointInvoice } from '../api.ts'
import type { DocumentType } from '../downloads.ts'
import { type InvoiceStanding, type PaidStatus, type RectificativeType, standingOf } from '../rules.ts'

/** An invoice as the screens speak of it. `energyWh` is null where an invoice gathers others. */
export type ReadInvoice = {
  id: number
  itemKind: PayingItem['kind']
  number: string
  issuedOn: MarketDay
  startsOn: MarketDay | null
  /** The first day of the month that it is about. */
  month: MarketDay
  dueOn: MarketDay
  amountTotalCents: Cents
  amountPendingCents: Cents
  energyWh: number | null
  rectificativeType: RectificativeType
  standing: InvoiceStanding
  contractName: string | null
  address: string
  isPayable: boolean
  documents: DocumentType[]
  history: { on: MarketDay; what: string }[]
}

/** An invoice of the wire in the words of the product. */
export function readInvoice(wire: Invoice): ReadInvoice {
  return {
    ...common(wire, wire.rectificative_type),
    itemKind: 'invoice',
    startsOn: wire.start_date,
    month: firstOfMonth(wire.start_date),
    energyWh: Math.round(wire.energy_consumed * 1000),
    contractName: wire.contract.name,
    address: wire.cups.full_address,
    history: wire.pending_state_history.map((entry) => ({
      on: entry.change_date,
      what: entry.pending_state.ov_description,
    })),
  }
}

/** A multipoint invoice of the wire in the words of the product; it knows less about itself. */
export function readMultipointInvoice(wire: MultipointInvoice): ReadInvoice {
  return {
    ...common(wire, 'N'),
    itemKind: 'multipoint_invoice',
    startsOn: null,
    month: firstOfMonth(wire.date),
    energyWh: null,
    contractName: null,
    address: wire.address_invoice_id,
    history: [],
  }
}

/** An invoice as something to be paid. */
export function payingItemOf({ id, itemKind: kind, number, amountPendingCents: amountCents }: ReadInvoice): PayingItem {
  return { id, kind, number, amountCents }
}

type Common = Pick<
  Invoice,
  'id' | 'number' | 'date' | 'due_date' | 'amount_total' | 'amount_pending' | 'online_payment' | 'documents'
> & {
  paid_status: PaidStatus
}

function common(wire: Common, rectificativeType: RectificativeType) {
  const amountTotalCents = Math.round(wire.amount_total * 100)
  const amountPendingCents = Math.round(wire.amount_pending * 100)
  return {
    id: wire.id,
    number: wire.number,
    issuedOn: wire.date,
    dueOn: wire.due_date,
    amountTotalCents,
    amountPendingCents,
    rectificativeType,
    standing: standingOf({ paidStatus: wire.paid_status, rectificativeType, amountTotalCents, amountPendingCents }),
    isPayable: wire.online_payment.payment_enabled,
    documents: wire.documents,
  }
}
