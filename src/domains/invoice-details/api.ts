import * as z from 'zod/mini'
import { CorrectionPlan } from '#domains/collections/api.ts'
import { Invoice, MultipointInvoice } from '#domains/invoices/api.ts'
import { particularFacts } from '#domains/invoices/invoice-particular.ts'
import { rectificativeTypes } from '#domains/invoices/rules.ts'
import { call } from '#kit/call.ts'
import { billLineUnits } from '#vocabulary/bill.ts'
import { bridgeCauses } from '#vocabulary/bill-bridge/bridge-causes.ts'

const Day = z.iso.date()
/** Euros or kilowatt hours, with exact decimals. */
const Amount = z.number()
const Decimal = z.string()
const Period = z.nullable(z.literal([1, 2, 3, 4, 5, 6]))

/** A line as it was calculated: the quantity by its price is the amount. */
const InvoiceLine = z.object({
  kind: z.string(),
  period: Period,
  first_day: Day,
  last_day: Day,
  quantity: Decimal,
  unit: z.enum(billLineUnits),
  days: z.nullable(z.number()),
  unit_price: Decimal,
  amount: Amount,
  is_regulated: z.boolean(),
  /** What it is for, in the words of the retailer, and the last day of a discount. */
  label: z.nullable(z.string()),
  ends_on: z.nullable(Day),
})
export type InvoiceLine = z.output<typeof InvoiceLine>

/** What makes an invoice differ from an earlier one. The amounts of the steps sum to the difference. */
const Comparison = z.object({
  number: z.string(),
  start_date: Day,
  end_date: Day,
  amount_total: Amount,
  difference: Amount,
  /** The largest first; null where either invoice was imported without its lines. */
  steps: z.nullable(z.array(z.object({ cause: z.enum(bridgeCauses), amount: Amount }))),
})
export type Comparison = z.output<typeof Comparison>

/** The registers of the meter at both ends of the invoice, in kWh or cubic metres. */
const Readings = z.object({
  unit: z.enum(['kWh', 'm3']),
  from: z.object({ date: Day, is_estimated: z.boolean(), registers: z.array(z.number()) }),
  to: z.object({ date: Day, is_estimated: z.boolean(), registers: z.array(z.number()) }),
  /** The kWh of a cubic metre of gas, as billed, and its gross calorific value. */
  factor: z.nullable(z.number()),
  calorific: z.nullable(z.number()),
})

const InvoiceDetails = z.object({
  kind: z.enum(['electricity', 'gas']),
  invoice: Invoice,
  contract_id: z.number(),
  product: z.string(),
  tariff: z.string(),
  /** Contracted kilowatts by period; none for gas. */
  powers: z.array(z.number()),
  /** Empty where the invoice was imported without its lines. */
  lines: z.array(InvoiceLine),
  energy_by_period: z.array(Amount),
  exported_energy: Amount,
  readings: z.nullable(Readings),
  /** What its document tells of the meter and the contract, in the language of the user. */
  particulars: z.array(z.object({ fact: z.enum(particularFacts), label: z.string(), value: z.string() })),
  /** The comparator of the CNMC with the figures of the invoice, as its document has it; null where it has none. */
  comparator_url: z.nullable(z.string()),
  /** Whether `readInvoiceHours` returns the cost of its hours. */
  has_hours: z.boolean(),
  before: z.nullable(Comparison),
  year_before: z.nullable(Comparison),
  /** The invoice that it corrects, and those that correct it. */
  corrects: z.nullable(z.object({ number: z.string() })),
  corrected_by: z.array(z.object({ number: z.string(), type: z.enum(rectificativeTypes) })),
  /** The parts in which it is paid because it charges what earlier invoices lacked. */
  plan: z.nullable(CorrectionPlan),
  /** How it can be paid in parts: what earlier invoices lacked, since when, and the parts. */
  plan_offer: z.nullable(
    z.object({
      amount: Amount,
      since: Day,
      parts: z.array(z.object({ number: z.number(), due_on: Day, amount: Amount })),
    }),
  ),
})

const MultipointDetails = z.object({
  kind: z.literal('multipoint'),
  invoice: MultipointInvoice,
  members: z.array(z.object({ number: z.string(), full_address: z.string(), energy: Amount, amount_total: Amount })),
})

// The number is in the query: it may have slashes, which proxies decode in paths.
const query = z.strictObject({ number: z.string().check(z.minLength(1, 'required'), z.maxLength(60)) })

export const readInvoiceDetails = call({
  method: 'GET',
  path: '/invoice_details/',
  versions: [2],
  access: 'customer',
  scope: 'invoices:read',
  query,
  reply: z.union([InvoiceDetails, MultipointDetails]),
  refusals: { no_such_invoice: 404 },
  summary: 'Returns everything that the page of an invoice shows, by the number of the invoice',
})
export type InvoicePageDetails = z.output<typeof readInvoiceDetails.reply>

export const readInvoiceHours = call({
  method: 'GET',
  path: '/invoice_hours/',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  scope: 'invoices:read',
  query,
  reply: z.object({
    /** The hours, by the instant at which each begins, with the UTC offset of the supply point. */
    date: z.array(z.iso.datetime({ offset: true })),
    period: z.array(Period),
    /** kWh; null is missing, never zero. */
    energy: z.array(z.nullable(z.number())),
    /** Euros with taxes and discounts, not rounded to the cent; null where the energy or its price is unknown. */
    cost: z.array(z.nullable(z.number())),
    /** The euros of the energy of the invoice, with its taxes, and the euros that do not depend on hours. */
    energy_amount: Amount,
    other_amount: Amount,
    /** Whether each hour has the price of the market in it, rather than the mean of its period. */
    follows_market: z.boolean(),
  }),
  refusals: { no_such_invoice: 404, no_hours: 404 },
  summary: 'Returns what each hour of an invoice used and cost',
})
export type InvoiceHours = z.output<typeof readInvoiceHours.reply>
