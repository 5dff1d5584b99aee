import * as z from 'zod/mini'
import { LeadContact } from '#domains/leads/lead-contact.ts'
import { call } from '#kit/call.ts'
import { comparisonModes } from './rules.ts'

const Day = z.iso.date()
const hasDecimals = (most: number) => (value: number) =>
  Math.abs(value * 10 ** most - Math.round(value * 10 ** most)) < 1e-4
const Amount = z.number().check(z.gte(0), z.lt(10_000_000), z.refine(hasDecimals(2)))
/** kW or kWh, with at most three decimals. */
const Measured = z.number().check(z.gte(0), z.lt(100_000_000), z.refine(hasDecimals(3)))
const MaybeMeasured = z.optional(z.nullable(Measured))
const Cups = z.string().check(z.maxLength(40))
const Id = z.union([z.int32(), z.string().check(z.regex(/^\d{1,6}$/))])

/** An invoice of somebody else, as whoever got it reads it off; what it must hold is in rules.ts. */
const Invoice = {
  cups: Cups,
  /** The id of the retailer that sent it. */
  comerOrigin: z.int32(),
  /** Comparing keeps nothing, whatever is said here: what is kept goes with the contact. */
  consent: z.optional(z.boolean()),
  mode: z.optional(z.enum(comparisonModes)),
  startDate: z.string().check(z.maxLength(10)),
  endDate: z.string().check(z.maxLength(10)),
  accessTariff: Id,
  invoiceAmount: Amount,
  /** Tells the zone where the register does not know the supply. */
  postcode: z.optional(z.nullable(z.string().check(z.maxLength(5)))),
}

export const ElectricityInvoice = z.strictObject({
  ...Invoice,
  power: Measured,
  /** A period of which nothing is told has the power of the one before. */
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
  /** The kWh that panels fed in over the days of the invoice. */
  surplus: MaybeMeasured,
})
export type ElectricityInvoice = z.output<typeof ElectricityInvoice>

export const GasInvoice = z.strictObject({ ...Invoice, p1: MaybeMeasured })
export type GasInvoice = z.output<typeof GasInvoice>

const Line = z.object({
  name: z.string(),
  price_unit: z.number(),
  quantity: z.number(),
  /** The days, where a price is per day; else 1. */
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

/** Euros. */
const Parts = z.object({ supply: z.number(), meter: z.number(), taxes: z.number(), total: z.number() })

const ComparedProduct = z.object({
  id: z.number(),
  name: z.string(),
  ov_description: z.nullable(z.string()),
  ov_link: z.nullable(z.string()),
  total_amount: z.number(),
  /** What it costs more than the invoice, less being negative; the same for a year of such days. */
  difference: z.number(),
  difference_year: z.number(),
})

/** Our best product over the days of the invoice, with the same taxes, and every other one after it. */
export const Comparison = z.object({
  /** HTML, of our own words alone. */
  header: z.string(),
  content: z.string(),
  total_amount: z.number(),
  operations: Operations,
  invoice_amount: z.number(),
  days: z.number(),
  kwh: z.number(),
  zone: z.enum(['peninsula', 'baleares', 'canarias', 'ceuta', 'melilla']),
  /** Whether the place is known, or taken for the peninsula. */
  is_zone_known: z.boolean(),
  prices_on: Day,
  parts: Parts,
  /** The invoice's own parts, worked out from its total; null where it is too small to hold its taxes. */
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
  changesSomething: false,
  body: ElectricityInvoice,
  reply: Comparison,
  refusals,
  summary: 'What our products would have cost over the days of an electricity invoice; nothing is kept',
})

const Done = z.object({ status: z.literal('OK') })

const About = { cups: z.optional(z.nullable(Cups)), mode: z.optional(z.enum(comparisonModes)) }

/** Who would like to be called about it, with what was compared or, in the mode `manual`, with the invoice itself. */
export const ElectricityContact = z.extend(LeadContact, {
  ...About,
  comparison: z.optional(z.nullable(ElectricityInvoice)),
})
export const GasContact = z.extend(LeadContact, { ...About, comparison: z.optional(z.nullable(GasInvoice)) })

const contactRefusals = { comparator_manual_off: 403, too_many_attempts: 429 } as const

export const sendElectricityContact = call({
  method: 'POST',
  path: '/price-compare/confirm',
  takesInlineFiles: true,
  versions: [1, 2],
  access: 'anyone',
  body: ElectricityContact,
  reply: Done,
  refusals: contactRefusals,
  summary: 'Leaves contact details about a comparison, or sends an electricity invoice to be compared by hand',
})

/** One path for both, as its clients use it: what has a name in it is a contact. */
export const compareGas = call({
  method: 'POST',
  path: '/gas/price-compare/',
  takesInlineFiles: true,
  versions: [2],
  access: 'anyone',
  // Who only looks compares as well; a contact is refused to them by the route.
  changesSomething: false,
  body: z.union([GasInvoice, GasContact]),
  reply: z.union([Comparison, Done]),
  refusals: { ...refusals, ...contactRefusals },
  summary: 'What our products would have cost over the days of a gas invoice; or leaves contact details about it',
})

const Kwh = z.array(z.number())

export const readCurveFile = call({
  method: 'POST',
  path: '/price-compare/curve-file/',
  versions: [2],
  access: 'anyone',
  // Nothing of the file is kept, neither with it nor to answer a repetition.
  changesSomething: false,
  takesFile: true,
  query: z.strictObject({
    /** The id of the access tariff; 2.0TD unless told. */
    accessTariff: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
    postcode: z.optional(z.string().check(z.maxLength(5))),
    startDate: z.optional(Day),
    endDate: z.optional(Day),
  }),
  reply: z.object({
    /** The one supply of the file, where it names it. */
    cups: z.nullable(z.string()),
    start: Day,
    end: Day,
    /** Of the days from the first to the last, those that the file tells of. */
    days: z.number(),
    missing_hours: z.number(),
    /** By period, P1 first. */
    kwh: Kwh,
    /** What was fed in; null where the file does not tell. */
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
  summary: 'What a file of a consumption curve comes to by period; it is read in memory and not kept',
})

/** Euros that the total is lower by: paid for surplus in the bills of a year, and by the wallet. */
const PaidForSurplus = { surplus_amount: z.number(), wallet_amount: z.number() }

export const compareOwnYear = call({
  method: 'GET',
  path: '/contracts/:contractName/price-compare/',
  versions: [2],
  access: 'customer',
  reply: z.object({
    /** Null where too few days are measured to tell a year; then there are no products either. */
    start: z.nullable(Day),
    end: z.nullable(Day),
    /** Of those days, the ones that are measured. */
    days: z.number(),
    missing_hours: z.number(),
    kwh: Kwh,
    /** What the panels fed in, and whether what a bill does not pay of it goes into a wallet that pays the next. */
    surplus_kwh: z.number(),
    has_wallet: z.boolean(),
    /** What the contract's own product would have cost at today's prices; null where it has none. */
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
  summary: 'What every product would have cost over the last 365 days of the own measured curve',
})
