import * as z from 'zod'
import { type BillLineKind, billLineUnits, namedLineKinds } from '#vocabulary/bill.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { paidStatuses, rectificativeTypes } from '../../rules.ts'
import { CorrectionLine } from './correction-line.ts'
import { findContradictions } from './invoice-contradictions.ts'
import { TransferLine } from './transfer-line.ts'

/* An invoice as the integration API accepts it, described in docs/integration.md. Every object is complete: an
   optional member that is left out has its default. */

const Line = z.string().trim().min(1).max(200)
const Day = z.iso.date()
const Cents = z.int().min(-1_000_000_000).max(1_000_000_000)
const maxWh = 1_000_000_000_000
const Wh = z.int().min(0).max(maxWh)
/** The energy of a cancelling invoice may be negative. */
const SignedWh = z.int().min(-maxWh).max(maxWh)
const Amount = z.string().regex(/^-?\d{1,12}(\.\d{1,12})?$/, rejectionReason('not_number').name)

const terms = ['power', 'energy', 'gas_fixed', 'gas_variable'] as const
const billLineKinds = [
  ...terms,
  ...terms.map((term) => `${term}_discount` as const),
  ...(['power_excess', 'reactive_energy', 'surplus', 'surplus_limit', 'late_activation_discount'] as const),
  ...(['social_bonus_funding', 'electricity_tax', 'hydrocarbon_tax', 'meter'] as const),
  ...(['vat', 'igic', 'ipsi', 'wallet'] as const),
  ...namedLineKinds,
] as const satisfies readonly BillLineKind[]

const ImportedBillLine = z.strictObject({
  kind: z.enum(billLineKinds),
  period: z.literal([1, 2, 3, 4, 5, 6]).nullable().default(null),
  firstDay: Day,
  lastDay: Day,
  quantity: Amount,
  unit: z.enum(billLineUnits),
  days: z.int().min(1).max(1000).nullable().default(null),
  unitPrice: Amount,
  amountCents: Cents,
  label: Line.nullable().default(null),
  endsOn: Day.nullable().default(null),
})

const Document = z.strictObject({
  type: z.enum(['pdf', 'signed_xml']),
  base64: z.base64().max(8_000_000),
})

/** The states in the history of an invoice: the keys of their texts. */
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
    correction: CorrectionLine.nullable().default(null),
    multipointInvoice: Line.nullable().default(null),
    transfer: TransferLine.nullable().default(null),
    energyWhByPeriod: z.array(SignedWh).min(1).max(6),
    surplusWh: Wh.default(0),
    powerWatts: z.array(z.int().min(1).max(1_000_000_000)).max(6).default([]),
    maximumPowerWatts: z.array(z.int().min(0).max(1_000_000_000)).max(6).default([]),
    reactiveVarhByPeriod: z.array(Wh).max(6).default([]),
    meterNumber: Line.nullable().default(null),
    cau: z
      .string()
      .regex(/^[A-Z]{2}\d{16}[A-Z\d]{2,4}A\d{3}$/, rejectionReason('not_cau').name)
      .nullable()
      .default(null),
    tariff: Line.nullable().default(null),
    productName: Line.nullable().default(null),
    lines: z.array(ImportedBillLine).max(500).default([]),
    history: z
      .array(z.strictObject({ day: Day, state: z.enum(pendingStates) }))
      .max(100)
      .default([]),
    documents: z.array(Document).max(2).default([]),
  })
  .superRefine((invoice, { addIssue }) => {
    for (const [path, { name, values }] of findContradictions(invoice))
      addIssue({ code: 'custom', path, message: name, params: values })
  })
export type InvoiceLine = z.output<typeof InvoiceLine>
