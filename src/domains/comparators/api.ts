import * as z from 'zod/mini'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { call } from '#kit/call.ts'
import { comparisonModes } from './rules.ts'

const Day = z.iso.date()
const hasDecimals = (maxDecimals: number) => (value: number) =>
  Math.abs(value * 10 ** maxDecimals - Math.round(value * 10 ** maxDecimals)) < 1e-4
const Amount = z.number().check(z.gte(0), z.lt(10_000_000), z.refine(hasDecimals(2)))
/** kW or kWh, with at most three decimals. */
const Measured = z.number().check(z.gte(0), z.lt(100_000_000), z.refine(hasDecimals(3)))
const MaybeMeasured = z.optional(z.nullable(Measured))
const Cups = z.string().check(z.maxLength(40))
const Id = z.union([z.int32(), z.string().check(z.regex(/^\d{1,6}$/))])

/** An invoice of another retailer as the customer reads it; invoice-rules.ts validates it. */
const Invoice = {
  cups: Cups,
  /** The id of the retailer that issued it. */
  comerOrigin: z.int(),
  /** Comparing stores nothing, whatever this value is; the consent that is stored comes with the contact. */
  consent: z.optional(z.boolean()),
  mode: z.optional(z.enum(comparisonModes)),
  startDate: z.string().check(z.maxLength(10)),
  endDate: z.string().check(z.maxLength(10)),
  accessTariff: Id,
  invoiceAmount: Amount,
  /** Determines the zone if the register does not know the supply. */
  postcode: z.optional(z.nullable(z.string().check(z.maxLength(5)))),
}

export const ElectricityInvoice = z.strictObject({
  ...Invoice,
  power: Measured,
  /** A period without a value has the power of the previous one. */
  power2: MaybeMeasured,
  power3: MaybeMeasured,
  power4: MaybeMeasured,
  power5: MaybeMeasured,
  power6: MaybeMeasured,
  p1: MaybeMeasured,
  p2: MaybeMeasured,
  p3: MaybeMeasured,
  p4: MaybeMeasured,
  p5: MaybeMeasured,
  p6: MaybeMeasured,
  /** The kWh that solar panels fed in over the days of the invoice. */
  surplus: MaybeMeasured,
})
export type ElectricityInvoice = z.output<typeof ElectricityInvoice>

export const GasInvoice = z.strictObject({ ...Invoice, p1: MaybeMeasured })
export type GasInvoice = z.output<typeof GasInvoice>

const Line = z.object({
  name: z.string(),
  price_unit: z.number(),
  quantity: z.number(),
  /** The number of days if the price is per day; otherwise 1. */
  multi: z.number(),
  amount: z.optional(z.number()),
})
const Lines = z.array(Line)
const Operations = z.object({
  lines: z.union([
    z.object({ potencia: Lines, energia: Lines, lloguer: Lines }),
    z.object({ fijo: Lines, variable: Lines }),
  ]),
  taxes: z.array(z.object({ name: z.string(), amount: z.number() })),
})

/** Amounts in euros. */
const Parts = z.object({ supply: z.number(), meter: z.number(), taxes: z.number(), total: z.number() })

const ComparedProduct = z.object({
  id: z.number(),
  name: z.string(),
  ov_description: z.nullable(z.string()),
  ov_link: z.nullable(z.string()),
  total_amount: z.number(),
  /** How much it costs more than the invoice (negative if less); below, the same for a year of such days. */
  difference: z.number(),
  difference_year: z.number(),
})

/** The retailer's best product over the days of the invoice, with the same taxes, followed by every other one. */
export const Comparison = z.object({
  /** HTML that contains only the portal's own text. */
  header: z.string(),
  content: z.string(),
  total_amount: z.number(),
  operations: Operations,
  invoice_amount: z.number(),
  days: z.number(),
  kwh: z.number(),
  zone: z.enum(['peninsula', 'baleares', 'canarias', 'ceuta', 'melilla']),
  /** Whether the place is known; otherwise the peninsula is assumed. */
  is_zone_known: z.boolean(),
  prices_on: Day,
  parts: Parts,
  /** The invoice's own parts, derived from its total; null if the total is too small to contain its taxes. */
  invoice_parts: z.nullable(Parts),
  products: z.array(ComparedProduct),
})
export type Comparison = z.output<typeof Comparison>

const refusals = { no_offers: 409, tax_unknown: 409, too_many_attempts: 429 } as const

export const compareElectricity = call({
  method: 'POST',
  path: '/price-compare/',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  priority: 'bulk',
  hasSideEffects: false,
  body: ElectricityInvoice,
  reply: Comparison,
  refusals,
  summary: 'Returns what our products would have cost over the days of an electricity invoice; nothing is stored',
})

const Done = z.object({ status: z.literal('OK') })

const About = { cups: z.optional(z.nullable(Cups)), mode: z.optional(z.enum(comparisonModes)) }

/** A contact request about a comparison, with the compared input or, in the mode `manual`, with the invoice itself. */
export const ElectricityContact = z.extend(LeadContact, {
  ...About,
  comparison: z.optional(z.nullable(ElectricityInvoice)),
})
export const GasContact = z.extend(LeadContact, { ...About, comparison: z.optional(z.nullable(GasInvoice)) })

const contactRefusals = { comparator_manual_off: 403, too_many_attempts: 429 } as const

export const sendElectricityContact = call({
  method: 'POST',
  path: '/price-compare/confirm',
  acceptsInlineFiles: true,
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  priority: 'bulk',
  body: ElectricityContact,
  reply: Done,
  refusals: contactRefusals,
  summary: 'Sends contact details about a comparison, or an electricity invoice for a manual comparison',
})

/** One path for both, as existing clients use it: a body with a name is a contact. */
export const compareGas = call({
  method: 'POST',
  path: '/gas/price-compare/',
  acceptsInlineFiles: true,
  versions: [2],
  access: 'anyone',
  upstream: 'forwarded',
  priority: 'bulk',
  // A read-only user may compare as well; the route refuses a contact from them.
  hasSideEffects: false,
  body: z.union([GasInvoice, GasContact]),
  reply: z.union([Comparison, Done]),
  refusals: { ...refusals, ...contactRefusals },
  summary:
    'Returns what our products would have cost over the days of a gas invoice, or sends contact details about it',
})

const Kwh = z.array(z.number())

export const readCurveFile = call({
  method: 'POST',
  path: '/price-compare/curve-file/',
  versions: [2],
  access: 'anyone',
  priority: 'bulk',
  // Nothing of the file is stored, neither by the call nor to answer a retry.
  hasSideEffects: false,
  acceptsFile: true,
  query: z.strictObject({
    /** The id of the access tariff; 2.0TD by default. */
    accessTariff: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    postcode: z.optional(z.string().check(z.maxLength(5))),
    startDate: z.optional(Day),
    endDate: z.optional(Day),
  }),
  reply: z.object({
    /** The single supply of the file, if the file names it. */
    cups: z.nullable(z.string()),
    start: Day,
    end: Day,
    /** How many of the days from the first to the last the file covers. */
    days: z.number(),
    missing_hours: z.number(),
    /** By period, P1 first. */
    kwh: Kwh,
    /** The energy fed in; null if the file does not contain it. */
    surplus_kwh: z.optional(z.nullable(z.number())),
  }),
  refusals: {
    file_missing: 400,
    file_empty: 400,
    file_too_large: 413,
    curve_packed: 415,
    curve_unreadable: 422,
    curve_of_several: 422,
    curve_of_generation: 422,
    curve_not_of_days: 422,
    too_many_attempts: 429,
  },
  summary: 'Returns the totals by period of a consumption curve file, which is read in memory and not stored',
})

/**
 * Whether the product pays for surplus, and the euros by which the total is lower: paid for surplus in the bills of a year,
 * and paid from the wallet.
 */
const PaidForSurplus = { pays_surplus: z.boolean(), surplus_amount: z.number(), wallet_amount: z.number() }

export const compareOwnYear = call({
  method: 'GET',
  path: '/contracts/:contractName/price-compare/',
  versions: [2],
  access: 'customer',
  priority: 'bulk',
  reply: z.object({
    /** Null if too few days are measured to represent a year; then there are no products either. */
    start: z.nullable(Day),
    end: z.nullable(Day),
    /** How many of those days are measured. */
    days: z.number(),
    missing_hours: z.number(),
    kwh: Kwh,
    /**
     * The energy that the panels fed in; below, whether surplus that one bill does not pay goes into a wallet that pays
     * the next.
     */
    surplus_kwh: z.number(),
    has_wallet: z.boolean(),
    /** What the contract's own product would have cost at today's prices; null if it has none. */
    present: z.nullable(z.object({ id: z.number(), name: z.string(), total_amount: z.number(), ...PaidForSurplus })),
    products: z.array(
      z.extend(ComparedProduct, {
        ...PaidForSurplus,
        difference: z.nullable(z.number()),
        difference_year: z.nullable(z.number()),
      }),
    ),
  }),
  refusals: { tax_unknown: 409, no_offers: 409 },
  summary: 'Returns what every product would have cost over the last 365 days of the user’s own measured curve',
})
