import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

/** Tariffs, retailers and activities change so seldom that answers are kept this long. */
const offerMinutes = 30

const Named = z.object({ id: z.number(), name: z.string() })

/** kW with their decimals, point or comma, as somebody types them. */
const Kw = z.string().check(z.regex(/^\d{1,6}([.,]\d{1,3})?$/))
const Flag = z.enum(['0', '1', 'true', 'false'])
const Cups = z.string().check(z.maxLength(40))

const AccessTariff = Named

/** A product on offer, and what a year with it would cost where the use of the supply is known. */
export const OfferedProduct = z.object({
  id: z.number(),
  name: z.string(),
  ov_description: z.nullable(z.string()),
  ov_link: z.nullable(z.string()),
  prices: z.optional(
    z.object({
      valid_from: z.iso.date(),
      /** Euros per kW and year, P1 first; null for gas. */
      power: z.nullable(z.array(z.number())),
      /** Euros per kWh, P1 first; gas has one. */
      energy: z.array(z.number()),
      /** Euros per year for being supplied with gas; null for electricity. */
      fixed: z.nullable(z.number()),
      /** Euros per kWh fed in; null where surplus is not paid for. */
      surplus: z.nullable(z.number()),
      /** Percent that the product always takes off its power or fixed term, and off its energy; null where nothing. */
      discounts: z.optional(z.object({ standing: z.nullable(z.number()), energy: z.nullable(z.number()) })),
      /** Euros per kWh once the discount is taken off, P1 first: what is paid before taxes. */
      energy_discounted: z.optional(z.array(z.number())),
      /** The same of the power, in euros per kW and year, and of the fixed term of gas, in euros per year. */
      power_discounted: z.optional(z.array(z.number())),
      fixed_discounted: z.optional(z.number()),
    }),
  ),
  /** Null where something of it is not known. */
  year: z.optional(
    z.nullable(
      z.object({
        /** Euros with all taxes, as if the last year were billed at today's prices. */
        amount: z.number(),
        kwh: z.number(),
        /** Whether the kWh are of the register of supplies, or were told by whoever asks and spread evenly over all hours. */
        basis: z.enum(['register', 'told']),
        /** What is fed in, as told, and the euros before taxes that the bills of the year pay for it. */
        surplus_kwh: z.optional(z.number()),
        surplus_amount: z.optional(z.number()),
      }),
    ),
  ),
  /** What there is no year for want of: what the supply uses, where it is, or a tax of that place. */
  year_missing: z.optional(z.nullable(z.enum(['use', 'place', 'tax']))),
})
export type OfferedProduct = z.output<typeof OfferedProduct>

/** `old` is understood and changes nothing: tariffs of before June 2021 can no longer be contracted. */
export const listTariffs = call({
  method: 'GET',
  path: '/tariff',
  versions: [1, 2],
  access: 'anyone',
  query: z.strictObject({ power: Kw, old: z.optional(Flag) }),
  reply: z.array(AccessTariff),
  cacheMinutes: offerMinutes,
  summary: 'The electricity access tariffs that a supply of that power may contract',
})

export const listGasTariffs = call({
  method: 'GET',
  path: '/gas/tariff',
  versions: [1, 2],
  access: 'anyone',
  reply: z.array(AccessTariff),
  cacheMinutes: offerMinutes,
  summary: 'The gas tolls that may be contracted',
})

const priceListQuery = {
  /** The id of an access tariff. */
  atr: z.string().check(z.regex(/^\d{1,6}$/)),
  cups: z.optional(Cups),
  promocode: z.optional(z.string().check(z.maxLength(40))),
  /** Where the supply is, for one that the register does not know. */
  zip: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** What whoever asks uses in a year, in kWh. */
  year_kwh: z.optional(z.string().check(z.regex(/^\d{1,8}$/))),
  lang: z.optional(z.string().check(z.maxLength(10))),
}

export const listPrices = call({
  method: 'GET',
  path: '/pricelist',
  versions: [1, 2],
  access: 'anyone',
  /** `power` is that of P1; a period of which nothing is told has that of the one before. */
  query: z.strictObject({
    ...priceListQuery,
    power: Kw,
    power2: z.optional(Kw),
    power3: z.optional(Kw),
    power4: z.optional(Kw),
    power5: z.optional(Kw),
    power6: z.optional(Kw),
    selfcons: z.optional(Flag),
    /** What whoever asks feeds into the grid in a year, in kWh, with self-consumption. */
    year_surplus_kwh: z.optional(z.string().check(z.regex(/^\d{1,8}$/))),
  }),
  reply: z.array(OfferedProduct),
  refusals: { tariff_unknown: 400, power_not_of_tariff: 400, too_many_attempts: 429 },
  summary: 'The electricity products for a supply, with what a year of each would cost',
})

export const listGasPrices = call({
  method: 'GET',
  path: '/gas/pricelist',
  versions: [1, 2],
  access: 'anyone',
  query: z.strictObject(priceListQuery),
  reply: z.array(OfferedProduct),
  refusals: { tariff_unknown: 400, too_many_attempts: 429 },
  summary: 'The gas products for a supply, with what a year of each would cost',
})

const retailers = {
  method: 'GET',
  versions: [1, 2],
  access: 'anyone',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Named),
  cacheMinutes: offerMinutes,
} as const

export const listRetailers = call({
  ...retailers,
  path: '/leads/comers',
  summary: 'The retailers of electricity that a supply may come from',
})

export const listGasRetailers = call({
  ...retailers,
  path: '/gas/leads/comers',
  summary: 'The retailers of gas that a supply may come from',
})

export const Activity = z.object({ id: z.number(), name: z.string(), descripcio: z.string() })
export type Activity = z.output<typeof Activity>

export const listActivities = call({
  method: 'GET',
  path: '/misc/cnaes/',
  versions: [1, 2],
  access: 'anyone',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Activity),
  cacheMinutes: offerMinutes,
  summary: 'The economic activities of the classification of 2009, with their names in the language asked for',
})

export const validateCoupon = call({
  method: 'GET',
  path: '/leads/validate-coupon/:coupon/',
  versions: [1, 2],
  access: 'anyone',
  reply: z.object({
    valid: z.boolean(),
    /** What the code is for, in the words of its campaign. */
    name: z.optional(z.string()),
    /** The product that it opens, where it is for one alone. */
    product: z.optional(z.object({ id: z.number(), name: z.string(), energy: z.enum(['electricity', 'gas']) })),
  }),
  refusals: { too_many_attempts: 429 },
  summary: 'Whether a promotional code may be used now',
})

/** As specified: a code with its campaign, or a title with its description where there is no code to type. */
export const Coupon = z.union([
  z.object({
    code_url: z.string(),
    code: z.optional(z.string()),
    expires_on: z.optional(z.nullable(z.iso.date())),
    campaign: z.object({ name: z.string(), description: z.string(), url: z.nullable(z.string()) }),
  }),
  z.object({ title: z.string(), description: z.string() }),
])
export type Coupon = z.output<typeof Coupon>

export const listCoupons = call({
  method: 'GET',
  path: '/user/coupons',
  versions: [1, 2],
  access: 'customer',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Coupon),
  refusals: { coupons_off: 403 },
  summary: 'The promotional codes of the customer that may still be used',
})
