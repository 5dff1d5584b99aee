import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { checkStates, faultKinds, readings, unknownReasons } from './bill-check.ts'

const Day = z.iso.date()
/** Euros, with cents. */
const Amount = z.number()

const Basis = z.object({
  norm: z.string(),
  article: z.nullable(z.string()),
  /** The dated row of the regulated price that was compared. */
  row: z.nullable(
    z.object({
      name: z.string(),
      valid_from: Day,
      valid_to: z.nullable(Day),
      value: z.string(),
      source: z.string(),
    }),
  ),
})

const CheckedLine = z.object({
  /** The place of the line on the bill, from 0; null for one that is missing. */
  index: z.nullable(z.number()),
  kind: z.string(),
  period: z.nullable(z.number()),
  first_day: Day,
  last_day: Day,
  state: z.enum(checkStates),
  amount: Amount,
  /** Null where it cannot be told. */
  expected_amount: z.nullable(Amount),
  /** What was billed too much, or too little where negative. */
  difference: Amount,
  faults: z.array(z.enum(faultKinds)),
  unknown: z.array(z.enum(unknownReasons)),
  /** Which of several accepted readings of the law the line follows. */
  readings: z.array(z.enum(readings)),
  basis: z.array(Basis),
})
export type CheckedLine = z.output<typeof CheckedLine>

/** Kilowatt hours. */
const Energy = z.number()

const MeterDifference = z.object({
  first_day: Day,
  last_day: Day,
  billed: Energy,
  metered: Energy,
  /** The period is null where the bill has one price for all. */
  periods: z.array(z.object({ period: z.nullable(z.number()), billed: Energy, metered: Energy })),
  /** What the bill has too much by its own prices, with taxes, or too little where negative; null where it cannot be told. */
  difference: z.nullable(Amount),
  /** The day on which the distributor last corrected a day of the bill after it was issued; null if it did not. */
  corrected_on: z.nullable(Day),
})
export type MeterDifference = z.output<typeof MeterDifference>

const InvoiceCheck = z.object({
  state: z.enum(checkStates),
  /** What the whole bill has too much with its taxes, or too little where negative. */
  difference: Amount,
  faults: z.array(z.enum(faultKinds)),
  unknown: z.array(z.enum(unknownReasons)),
  lines: z.array(CheckedLine),
  /** What the distributor says of the energy of the bill now, if it is another one than was billed. */
  meter: z.nullable(MeterDifference),
})
export type InvoiceCheck = z.output<typeof InvoiceCheck>

export const readInvoiceCheck = call({
  method: 'GET',
  path: '/invoices/:id/check',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  reply: InvoiceCheck,
  summary: 'Recomputes an invoice from its contract, its meter and the law, with a verdict for each line',
})
