import * as z from 'zod'
import type { BillLineKind } from '#vocabulary/bill.ts'
import { because } from '#vocabulary/told-reasons.ts'
import { paidStatuses, rectificativeTypes } from '../../rules.ts'
import { contradictionsOf } from './invoice-contradictions.ts'
import { TransferLine } from './transfer-line.ts'

/*
 * An invoice as a system of the retailer tells it; docs/integration.md explains it. An object is whole: an optional member
 * that is left out has its default.
 */

const Line = z.string().trim().min(1).max(200)
const Day = z.iso.date()
const Cents = z.int().min(-1_000_000_000).max(1_000_000_000)
const mostWh = 1_000_000_000_000
const Wh = z.int().min(0).max(mostWh)
/** What a cancelling invoice takes back may be told below zero. */
const SignedWh = z.int().min(-mostWh).max(mostWh)
const Amount = z.string().regex(/^-?\d{1,12}(\.\d{1,12})?$/, because('not_number').name)

const terms = ['power', 'energy', 'gas_fixed', 'gas_variable'] as const
const billLineKinds = [
  ...terms,
  ...terms.map((term) => `${term}_discount` as const),
  ...(['surplus', 'surplus_limit', 'social_bonus_funding', 'electricity_tax', 'hydrocarbon_tax'] as const),
  ...(['meter', 'vat', 'igic', 'ipsi', 'wallet'] as const),
] as const satisfies readonly BillLineKind[]

const ToldBillLine = z.strictObject({
  kind: z.enum(billLineKinds),
  period: z.literal([1, 2, 3, 4, 5, 6]).nullable().default(null),
  firstDay: Day,
  lastDay: Day,
  quantity: Amount,
  unit: z.enum(['kW', 'kWh', 'MWh', 'day', 'EUR', 'percent']),
  days: z.int().min(1).max(1000).nullable().default(null),
  unitPrice: Amount,
  amountCents: Cents,
})

const Document = z.strictObject({
  type: z.enum(['pdf', 'signed_xml']),
  base64: z.base64().max(8_000_000),
})

/** How an invoice's history tells what happened to it: the keys of its words. */
const pendingStates = [
  ...(['issued', 'sent_to_bank', 'waiting_transfer', 'returned', 'reminded'] as const),
  ...(['partly_paid', 'paid', 'paid_by_card', 'in_review', 'refunded'] as const),
] as const

export const InvoiceLine = z
  .strictObject({
    number: Line,
    contract: Line,
    issuedOn: Day,
    startsOn: Day,
    endsOn: Day,
    dueOn: Day,
    amountTotalCents: Cents,
    amountPendingCents: Cents,
    paidStatus: z.enum(paidStatuses),
    rectificativeType: z.enum(rectificativeTypes).default('N'),
    rectifies: Line.nullable().default(null),
    multipointInvoice: Line.nullable().default(null),
    transfer: TransferLine.nullable().default(null),
    energyWhByPeriod: z.array(SignedWh).min(1).max(6),
    surplusWh: Wh.default(0),
    powerWatts: z.array(z.int().min(1).max(1_000_000_000)).max(6).default([]),
    tariff: Line.nullable().default(null),
    productName: Line.nullable().default(null),
    lines: z.array(ToldBillLine).max(500).default([]),
    history: z
      .array(z.strictObject({ day: Day, state: z.enum(pendingStates) }))
      .max(100)
      .default([]),
    documents: z.array(Document).max(2).default([]),
  })
  .superRefine((invoice, { addIssue }) => {
    for (const [path, { name, values }] of contradictionsOf(invoice))
      addIssue({ code: 'custom', path, message: name, params: values })
  })
export type InvoiceLine = z.output<typeof InvoiceLine>
