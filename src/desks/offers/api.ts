import * as z from 'zod/mini'
import { approvalRefusals, orApproval, WaitingApproval } from '#desks/approvals/requested.ts'
import { listQuery } from '#desks/common/list-query.ts'
import { Version } from '#desks/common/version.ts'
import { wordsUpTo } from '#desks/common/words.ts'
import { call } from '#kit/call.ts'
import { priceRoles, productRoles } from './roles.ts'
import { mostPowerKw, mostYearKwh, productFilters, zones } from './rules.ts'

const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const edit = { method: 'POST', versions: [1], access: 'operator', roles: productRoles } as const
const price = { ...edit, roles: priceRoles } as const

const Day = z.iso.date('not_day')
const Price = z.string().check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,8})?$/, 'not_price'))
const Percent = z.nullable(z.string().check(z.trim(), z.regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'not_percent')))

/** The prices of a product in a tariff as they are asked for. */
export const Prices = z.strictObject({
  /** For each power, P1 first, per kW; of gas, for being supplied. */
  standing: z
    .array(z.strictObject({ per: z.literal(['day', 'year']), eur: Price }))
    .check(z.minLength(1), z.maxLength(6)),
  /** Euros per kWh, P1 first; gas has one. */
  energy: z.array(Price).check(z.minLength(1), z.maxLength(6)),
  /** Euros per kWh fed in; null where surplus is not paid for. */
  surplus: z.nullable(Price),
  standing_discount: Percent,
  energy_discount: Percent,
})
export type WirePrices = z.output<typeof Prices>

/** As it stands, which files may have written too, so that it is held to no rule. */
export const KeptPrices = z.object({
  standing: z.array(z.object({ per: z.literal(['day', 'year']), eur: z.string() })),
  energy: z.array(z.string()),
  surplus: z.nullable(z.string()),
  standing_discount: z.nullable(z.string()),
  energy_discount: z.nullable(z.string()),
})

export const Energy = z.literal(['electricity', 'gas'])
const Sale = z.literal(['on_sale', 'planned', 'ended', 'not_offered', 'archived'])

const ListedProduct = z.object({
  id: z.number(),
  energy: Energy,
  name: z.string(),
  commercial_name: z.nullable(z.string()),
  sale: Sale,
  /** Those of which it has prices today. */
  tariffs: z.array(z.string()),
  /** When the next price list of any tariff begins. */
  next_prices_from: z.nullable(z.string()),
})
export type ListedProduct = z.output<typeof ListedProduct>

export const listProducts = call({
  ...read,
  path: '/operator/products',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    energy: z.optional(Energy),
    show: z._default(z.literal(productFilters), 'current'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedProduct), total: z.number() }),
  summary: 'Products, by energy and name, with what is on sale',
})

const PriceList = z.object({
  tariff: z.string(),
  valid_from: z.string(),
  /** The day on which the next one begins. */
  valid_to: z.nullable(z.string()),
  standing: z.literal(['past', 'in_force', 'planned']),
  prices: KeptPrices,
  version: z.number(),
})
export type PriceList = z.output<typeof PriceList>

const Offer = z.object({
  /** By language. */
  descriptions: z.record(z.string(), z.string()),
  link: z.nullable(z.string()),
  /** Whether it is only for supplies with self-consumption, or only for those without; null for both. */
  with_self_consumption: z.nullable(z.boolean()),
  position: z.number(),
  from_day: z.string(),
  to_day: z.nullable(z.string()),
})

export const readProduct = call({
  ...read,
  path: '/operator/products/:id',
  reply: z.object({
    id: z.number(),
    energy: Energy,
    name: z.string(),
    commercial_name: z.nullable(z.string()),
    sale: Sale,
    is_archived: z.boolean(),
    version: z.number(),
    offer: z.nullable(Offer),
    /** Campaigns whose codes open it: whoever has none is not shown it. */
    opened_by: z.array(z.object({ id: z.number(), name: z.string() })),
    price_lists: z.array(PriceList),
    /** Requests for prices that wait for another operator, one of a tariff at most. */
    waiting_approvals: z.array(z.object({ tariff: z.string(), approval: WaitingApproval })),
    today: z.string(),
  }),
  summary: 'A product with its days on sale and all its price lists',
})
export type ReadProduct = z.output<typeof readProduct.reply>

const CommercialName = z.nullable(z.string().check(z.trim(), z.maxLength(80)))

export const addProduct = call({
  ...edit,
  path: '/operator/products',
  body: z.strictObject({
    energy: Energy,
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(80)),
    commercial_name: CommercialName,
  }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, product_exists: 409 },
  summary: 'Adds a product, which is sold once it has prices and a day to begin',
})

export const saveProduct = call({
  ...edit,
  path: '/operator/products/:id',
  body: z.strictObject({
    version: Version,
    commercial_name: CommercialName,
    /** Null where it is not offered to anybody new. */
    offer: z.nullable(
      z.strictObject({
        descriptions: wordsUpTo(400),
        link: z.nullable(z.url({ protocol: /^https?$/, error: 'not_address' }).check(z.maxLength(300))),
        with_self_consumption: z.nullable(z.boolean()),
        position: z.int('not_position').check(z.minimum(0, 'not_position'), z.maximum(1000, 'not_position')),
        from_day: Day,
        to_day: z.nullable(Day),
      }),
    ),
  }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, product_changed: 409, product_archived: 409 },
  summary: 'Changes how a product is called and told of, for whom it is, and its days on sale',
})

export const archiveProduct = call({
  ...edit,
  path: '/operator/products/:id/archive',
  body: z.strictObject({ version: Version, archived: z.boolean() }),
  reply: z.object({ version: z.number() }),
  refusals: { product_changed: 409 },
  summary: 'Puts a product aside, where nobody new is sold it, or takes it out again; contracts keep it',
})

export const planPrices = call({
  ...price,
  path: '/operator/products/:id/prices',
  body: z.strictObject({ tariff: z.string().check(z.maxLength(20)), valid_from: Day, prices: Prices }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, prices_exist: 409, product_archived: 409 },
  summary: 'Asks another operator to approve a price list of a product in a tariff, from a day on',
})

export const changePrices = call({
  ...price,
  path: '/operator/products/:id/prices/:tariff/:from',
  body: z.strictObject({ version: Version, valid_from: Day, prices: Prices }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, prices_in_force: 409, prices_changed: 409, prices_exist: 409 },
  summary: 'Asks another operator to approve a change of a price list that has not begun',
})

export const withdrawPrices = call({
  ...price,
  path: '/operator/products/:id/prices/:tariff/:from/withdraw',
  body: z.strictObject({ version: Version }),
  reply: orApproval(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, prices_in_force: 409, prices_changed: 409 },
  summary: 'Asks another operator to approve that a price list that has not begun is withdrawn',
})

const Year = z.nullable(z.number())

export const previewYear = call({
  ...edit,
  roles: ['sales', 'money'],
  path: '/operator/products/:id/year',
  changesSomething: false,
  body: z.strictObject({
    tariff: z.string().check(z.maxLength(20)),
    prices: Prices,
    zone: z.literal(zones),
    power_kw: z.number('not_power').check(z.minimum(0, 'not_power'), z.maximum(mostPowerKw, 'not_power')),
    year_kwh: z.int('not_use').check(z.minimum(0, 'not_use'), z.maximum(mostYearKwh, 'not_use')),
  }),
  reply: z.object({
    /** Euros with all taxes; null where a tax of the place is not known. */
    amount: Year,
    /** With the prices in force; null where there are none, or no tax. */
    present: Year,
  }),
  refusals: { invalid: 400 },
  summary: 'What a year of a supply would cost with some prices, as the comparators count it',
})
