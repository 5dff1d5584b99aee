import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import { firstOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { Invoice, MultipointInvoice } from '../api.ts'
import type { DocumentType } from '../downloads.ts'
import { countedEnergyWh, invoiceStatusOf } from '../invoice-status.ts'
import type { InvoiceStatus, RectificativeType } from '../rules.ts'

/** An invoice as used by the screens. `energyWh` is null for a multipoint invoice. */
export type InvoiceModel = {
  /** Null if a server does not return it; then nothing about the invoice can be requested. */
  id: number | null
  itemKind: PayableItem['kind']
  number: string
  issuedOn: MarketDay
  startsOn: MarketDay | null
  /** The last billed day. */
  endsOn: MarketDay | null
  /** The first day of the month that the invoice is about. */
  month: MarketDay
  /** Of an invoice that is paid in parts, the day of the next one. */
  dueOn: MarketDay | null
  amountTotalCents: Cents
  amountPendingCents: Cents
  /** What of it is due: of an invoice that is paid in parts, what the next part pays of it, which may be nothing. */
  amountDueCents: Cents
  energyWh: number | null
  rectificativeType: RectificativeType
  /** Null if the API does not return it. */
  status: InvoiceStatus | null
  contractName: string | null
  address: string
  isPayable: boolean
  /** Whether there is an account to which the amount can be transferred. */
  isTransferable: boolean
  /** The multipoint invoice that is paid in its place. */
  joint: { number: string; date: MarketDay } | null
  documents: DocumentType[]
  history: { on: MarketDay; what: string }[]
}

/** Converts an invoice of the API to the model. */
export function parseInvoice(wire: Invoice): InvoiceModel {
  return {
    ...parseCommon(wire, wire.rectificative_type, wire.next_part),
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

/** Converts a multipoint invoice of the API to the model, which has fewer values. */
export function parseMultipointInvoice(wire: MultipointInvoice): InvoiceModel {
  return {
    ...parseCommon(wire, 'N'),
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

function parseCommon(
  wire: MultipointInvoice | Invoice,
  rectificativeType: RectificativeType,
  nextPart?: Invoice['next_part'],
) {
  const { paid_status: paidStatus } = wire
  const amountTotalCents = Math.round(wire.amount_total * 100)
  const amountPendingCents = Math.round((wire.amount_pending ?? wire.amount_total) * 100)
  return {
    id: wire.id ?? null,
    number: wire.number,
    issuedOn: wire.date,
    dueOn: nextPart?.due_date ?? wire.due_date ?? null,
    amountTotalCents,
    amountPendingCents,
    amountDueCents: nextPart ? Math.round(nextPart.amount * 100) : amountPendingCents,
    rectificativeType,
    status: paidStatus
      ? invoiceStatusOf({
          paidStatus,
          rectificativeType,
          amountTotalCents,
          amountPendingCents,
          isInParts: Boolean(nextPart),
        })
      : null,
    isPayable: wire.id !== undefined && (wire.online_payment?.payment_enabled ?? false),
    isTransferable: wire.id !== undefined && (wire.transfer_enabled ?? false),
    documents: wire.documents,
  }
}
