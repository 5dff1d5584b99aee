import * as z from 'zod/mini'
import { call } from '#kit/call.ts'

/** Tariffs, retailers and activities rarely change, so their replies are cached for this long. */
const offerMinutes = 30

const Named = z.object({ id: z.number(), name: z.string() })

/** kW with decimals as typed, with a point or a comma. */
const Kw = z.string().check(z.regex(/^\d{1,6}([.,]\d{1,3})?$/))
const Flag = z.enum(['0', '1', 'true', 'false'])
const Cups = z.string().check(z.maxLength(40))

const AccessTariff = Named

/** A product on offer, and its yearly cost where the consumption of the supply is known. */
export const OfferedProduct = z.object({
  id: z.number(),
  name: z.string(),
  ov_description: z.nullable(z.string()),
  ov_link: z.nullable(z.string()),
  /** Whether the market price of each hour is added to its prices of energy. */
  is_dynamic: z.optional(z.boolean()),
  prices: z.optional(
    z.object({
      valid_from: z.iso.date(),
      /** In euros per kW and year, P1 first; null for gas. */
      power: z.nullable(z.array(z.number())),
      /** In euros per kWh, P1 first; one value for gas. */
      energy: z.array(z.number()),
      /** The fixed term of gas in euros per year; null for electricity. */
      fixed: z.nullable(z.number()),
      /** In euros per kWh fed in; null where surplus is not paid for. */
      surplus: z.nullable(z.number()),
      /** The permanent discounts on the power or fixed term, and on energy, in per cent; null where there is none. */
      discounts: z.optional(z.object({ standing: z.nullable(z.number()), energy: z.nullable(z.number()) })),
      /** The discounted price in euros per kWh, P1 first: what is paid before taxes. */
      energy_discounted: z.optional(z.array(z.number())),
      /** The discounted price of power in euros per kW and year, or of the fixed term of gas in euros per year. */
      power_discounted: z.optional(z.array(z.number())),
      fixed_discounted: z.optional(z.number()),
    }),
  ),
  /** Null where a part of it is not known. */
  year: z.optional(
    z.nullable(
      z.object({
        /** In euros with all taxes, as if the last year were billed at today's prices. */
        amount: z.number(),
        kwh: z.number(),
        /** Whether the kWh come from the supply register, or from the query and are spread evenly over all hours. */
        basis: z.enum(['register', 'told']),
        /** The surplus as given, and the amount in euros before taxes that the year's bills pay for it. */
        surplus_kwh: z.optional(z.number()),
        surplus_amount: z.optional(z.number()),
      }),
    ),
  ),
  /**
   * The datum without which there is no yearly cost: the consumption, the location, a tax of that location, or the prices of
   * the market to come.
   */
  year_missing: z.optional(z.nullable(z.enum(['use', 'place', 'tax', 'market']))),
})
export type OfferedProduct = z.output<typeof OfferedProduct>

/** `old` is accepted and has no effect: tariffs of before June 2021 can no longer be contracted. */
export const listTariffs = call({
  method: 'GET',
  path: '/tariff',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({ power: Kw, old: z.optional(Flag) }),
  reply: z.array(AccessTariff),
  cacheMinutes: offerMinutes,
  summary: 'Lists the electricity access tariffs that a supply of that power may contract',
})

export const listGasTariffs = call({
  method: 'GET',
  path: '/gas/tariff',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.array(AccessTariff),
  cacheMinutes: offerMinutes,
  summary: 'Lists the gas tolls that may be contracted',
})

const priceListQuery = {
  /** The id of an access tariff. */
  atr: z.string().check(z.regex(/^\d{1,6}$/)),
  cups: z.optional(Cups),
  promocode: z.optional(z.string().check(z.maxLength(40))),
  /** The postcode of a supply that the register does not know. */
  zip: z.optional(z.string().check(z.regex(/^\d{5}$/))),
  /** The yearly consumption in kWh. */
  year_kwh: z.optional(z.string().check(z.regex(/^\d{1,8}$/))),
  lang: z.optional(z.string().check(z.maxLength(10))),
}

/** The contracted powers: `power` is that of P1, and a period without a value has that of the one before. */
const powersQuery = {
  power: Kw,
  power2: z.optional(Kw),
  power3: z.optional(Kw),
  power4: z.optional(Kw),
  power5: z.optional(Kw),
  power6: z.optional(Kw),
}

export const listPrices = call({
  method: 'GET',
  path: '/pricelist',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({
    ...priceListQuery,
    ...powersQuery,
    selfcons: z.optional(Flag),
    /** The yearly energy fed into the grid in kWh, with self-consumption. */
    year_surplus_kwh: z.optional(z.string().check(z.regex(/^\d{1,8}$/))),
  }),
  reply: z.array(OfferedProduct),
  refusals: { tariff_unknown: 400, power_not_of_tariff: 400, too_many_attempts: 429 },
  summary: 'Lists the electricity products for a supply, with the yearly cost of each',
})

export const listGasPrices = call({
  method: 'GET',
  path: '/gas/pricelist',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject(priceListQuery),
  reply: z.array(OfferedProduct),
  refusals: { tariff_unknown: 400, too_many_attempts: 429 },
  summary: 'Lists the gas products for a supply, with the yearly cost of each',
})

/** What a product that follows the market would have cost in the last whole month; null where the market is not known. */
const DynamicMonth = z.nullable(
  z.object({
    month: z.string(),
    /** In euros with all taxes. */
    amount: z.number(),
    kwh: z.number(),
    /** Whether the hours are those of the user’s own meter; else the energy is spread evenly over them. */
    basis: z.enum(['curve', 'register', 'told']),
    /** The lowest and the highest market price of an hour of the month, in euros per kWh. */
    low: z.number(),
    high: z.number(),
  }),
)

export const readDynamicMonth = call({
  method: 'GET',
  path: '/pricelist/:productId/month',
  versions: [1, 2],
  access: 'anyone',
  query: z.strictObject({
    ...priceListQuery,
    ...powersQuery,
  }),
  reply: z.object({ estimate: DynamicMonth }),
  refusals: { tariff_unknown: 400, power_not_of_tariff: 400, too_many_attempts: 429 },
  summary: 'Estimates the bill of the last month with a product that follows the market',
})

const retailers = {
  method: 'GET',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Named),
  cacheMinutes: offerMinutes,
} as const

export const listRetailers = call({
  ...retailers,
  path: '/leads/comers',
  summary: 'Lists the electricity retailers that a supply may come from',
})

export const listGasRetailers = call({
  ...retailers,
  path: '/gas/leads/comers',
  summary: 'Lists the gas retailers that a supply may come from',
})

export const Activity = z.object({ id: z.number(), name: z.string(), descripcio: z.string() })
export type Activity = z.output<typeof Activity>

export const listActivities = call({
  method: 'GET',
  path: '/misc/cnaes/',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Activity),
  cacheMinutes: offerMinutes,
  summary: 'Lists the economic activities of the 2009 classification, with their names in the requested language',
})

export const validateCoupon = call({
  method: 'GET',
  path: '/leads/validate-coupon/:coupon/',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.object({
    valid: z.boolean(),
    /** What the code is for, as named by its campaign. */
    name: z.optional(z.string()),
    /** The product that it opens, where it is for a single one. */
    product: z.optional(z.object({ id: z.number(), name: z.string(), energy: z.enum(['electricity', 'gas']) })),
  }),
  refusals: { too_many_attempts: 429 },
  summary: 'Returns whether a promotional code can be used now',
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
  upstream: 'forwarded',
  query: z.strictObject({ lang: z.optional(z.string().check(z.maxLength(10))) }),
  reply: z.array(Coupon),
  refusals: { coupons_off: 403 },
  summary: 'Lists the promotional codes that the customer can still use',
})
