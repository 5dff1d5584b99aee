import type { PayingItem } from '#domains/payments/web/paying-item.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Invoice, MultipointInvoice } from '../api.ts'
import type { DocumentType } from '../downloads.ts'
import { countedEnergyWh, standingOf } from '../invoice-status.ts'
import type { InvoiceStanding, RectificativeType } from '../rules.ts'

/** An invoice as the screens speak of it. `energyWh` is null where an invoice gathers others. */
export type ReadInvoice = {
  /** Null where a server does not tell, so that nothing can be asked of it. */
  id: number | null
  itemKind: PayingItem['kind']
  number: string
  issuedOn: MarketDay
  startsOn: MarketDay | null
  /** The last day of what is charged. */
  endsOn: MarketDay | null
  /** The first day of the month that it is about. */
  month: MarketDay
  dueOn: MarketDay | null
  amountTotalCents: Cents
  amountPendingCents: Cents
  energyWh: number | null
  rectificativeType: RectificativeType
  /** Null where it is not told. */
  standing: InvoiceStanding | null
  contractName: string | null
  address: string
  isPayable: boolean
  /** Whether there is an account to which the money for it can be sent. */
  isTransferable: boolean
  /** The joint invoice that is paid in its stead. */
  joint: { number: string; date: MarketDay } | null
  documents: DocumentType[]
  history: { on: MarketDay; what: string }[]
}

/** An invoice of the wire in the words of the product. */
export function readInvoice(wire: Invoice): ReadInvoice {
  return {
    ...common(wire, wire.rectificative_type),
    itemKind: 'invoice',
    startsOn: wire.start_date,
    endsOn: wire.end_date,
    month: firstOfMonth(wire.start_date),
    energyWh: countedEnergyWh({
      rectificativeType: wire.rectificative_type,
      energyWh: Math.round(wire.energy_consumed * 1000),
    }),
    contractName: wire.contract.name,
    address: wire.cups.full_address,
    joint: wire.multipoint_invoice ?? null,
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
    startsOn: wire.start_date ?? null,
    endsOn: wire.end_date ?? null,
    month: firstOfMonth(wire.start_date ?? wire.date),
    energyWh: null,
    contractName: null,
    address: wire.address_invoice_id,
    joint: null,
    history: [],
  }
}

function common(wire: MultipointInvoice | Invoice, rectificativeType: RectificativeType) {
  const { paid_status: paidStatus } = wire
  const amountTotalCents = Math.round(wire.amount_total * 100)
  const amountPendingCents = Math.round((wire.amount_pending ?? wire.amount_total) * 100)
  return {
    id: wire.id ?? null,
    number: wire.number,
    issuedOn: wire.date,
    dueOn: wire.due_date ?? null,
    amountTotalCents,
    amountPendingCents,
    rectificativeType,
    standing: paidStatus ? standingOf({ paidStatus, rectificativeType, amountTotalCents, amountPendingCents }) : null,
    isPayable: wire.id !== undefined && (wire.online_payment?.payment_enabled ?? false),
    isTransferable: wire.id !== undefined && (wire.transfer_enabled ?? false),
    documents: wire.documents,
  }
}
