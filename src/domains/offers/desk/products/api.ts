import * as z from 'zod/mini'
import { approvalRefusals, PendingApproval, withApprovalReply } from '#domains/approvals/approval-reply.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { NamedRef } from '#kit/backoffice/named-ref.ts'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'
import { priceRoles, productRoles } from './roles.ts'
import { maxPowerKw, maxYearKwh, productFilters, zones } from './rules.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const productAccess = { method: 'POST', versions: [1], access: 'operator', roles: productRoles } as const
const priceAccess = { ...productAccess, roles: priceRoles } as const

const Day = z.iso.date('not_day')
const Price = z.string().check(z.trim(), z.regex(/^\d{1,5}(\.\d{1,8})?$/, 'not_price'))
const Percent = z.nullable(z.string().check(z.trim(), z.regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'not_percent')))

/** The requested prices of a product in a tariff. */
export const Prices = z.strictObject({
  /** One standing charge per power period in €/kW, P1 first; for gas, a single fixed charge. */
  standing: z
    .array(z.strictObject({ per: z.literal(['day', 'year']), eur: Price }))
    .check(z.minLength(1), z.maxLength(6)),
  /** €/kWh, P1 first; gas has one. */
  energy: z.array(Price).check(z.minLength(1), z.maxLength(6)),
  /** €/kWh of exported energy; null if surplus is not compensated. */
  surplus: z.nullable(Price),
  standing_discount: Percent,
  energy_discount: Percent,
})
export type WirePrices = z.output<typeof Prices>

/** As stored. Imported files may have written it, so no limits are checked. */
export const StoredPrices = z.object({
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
  /** The tariffs for which it has prices today. */
  tariffs: z.array(z.string()),
  /** The start of the next price list of any tariff. */
  next_prices_from: z.nullable(z.string()),
})
export type ListedProduct = z.output<typeof ListedProduct>

export const listProducts = call({
  ...readAccess,
  path: '/operator/products',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    energy: z.optional(Energy),
    show: z._default(z.literal(productFilters), 'current'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedProduct), total: z.number() }),
  summary: 'Lists products by energy and name, with what is on sale',
})

const PriceList = z.object({
  tariff: z.string(),
  valid_from: z.string(),
  /** The first day of the next price list. */
  valid_to: z.nullable(z.string()),
  standing: z.literal(['past', 'in_force', 'planned']),
  prices: StoredPrices,
  version: z.number(),
})
export type PriceList = z.output<typeof PriceList>

const Offer = z.object({
  /** By language. */
  descriptions: z.record(z.string(), z.string()),
  link: z.nullable(z.string()),
  /** Restricts the offer to supplies with (true) or without (false) self-consumption; null for both. */
  with_self_consumption: z.nullable(z.boolean()),
  position: z.number(),
  from_day: z.string(),
  to_day: z.nullable(z.string()),
})

export const readProduct = call({
  ...readAccess,
  path: '/operator/products/:id',
  reply: z.object({
    id: z.number(),
    energy: Energy,
    name: z.string(),
    commercial_name: z.nullable(z.string()),
    sale: Sale,
    is_archived: z.boolean(),
    is_dynamic: z.boolean(),
    version: z.number(),
    offer: z.nullable(Offer),
    /** The campaigns whose codes unlock the product. It is hidden from users without such a code. */
    opened_by: z.array(NamedRef),
    price_lists: z.array(PriceList),
    /** The open approval requests for prices, at most one per tariff. */
    waiting_approvals: z.array(z.object({ tariff: z.string(), approval: PendingApproval })),
    today: z.string(),
  }),
  summary: 'Returns a product with its days on sale and all its price lists',
})
export type ProductDetails = z.output<typeof readProduct.reply>

const CommercialName = z.nullable(z.string().check(z.trim(), z.maxLength(80)))

export const addProduct = call({
  ...productAccess,
  path: '/operator/products',
  body: z.strictObject({
    energy: Energy,
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(80)),
    commercial_name: CommercialName,
  }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, product_exists: 409 },
  summary: 'Adds a product, which goes on sale once it has prices and a first day',
})

export const saveProduct = call({
  ...productAccess,
  path: '/operator/products/:id',
  body: z.strictObject({
    version: Version,
    commercial_name: CommercialName,
    /** Whether the market price of each hour is added to its prices of energy; electricity only. */
    is_dynamic: z._default(z.boolean(), false),
    /** Null if the product is not offered to new customers. */
    offer: z.nullable(
      z.strictObject({
        descriptions: localizedTextSchema(400),
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
  summary: 'Changes a product’s name, description, audience and days on sale',
})

export const archiveProduct = call({
  ...productAccess,
  path: '/operator/products/:id/archive',
  body: z.strictObject({ version: Version, archived: z.boolean() }),
  reply: z.object({ version: z.number() }),
  refusals: { product_changed: 409 },
  summary: 'Archives a product, so that it is not sold to new customers, or restores it; contracts keep it',
})

export const planPrices = call({
  ...priceAccess,
  path: '/operator/products/:id/prices',
  body: z.strictObject({ tariff: z.string().check(z.maxLength(20)), valid_from: Day, prices: Prices }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, prices_exist: 409, product_archived: 409 },
  summary: 'Asks another operator to approve a price list of a product in a tariff, from a day on',
})

export const changePrices = call({
  ...priceAccess,
  path: '/operator/products/:id/prices/:tariff/:from',
  body: z.strictObject({ version: Version, valid_from: Day, prices: Prices }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, invalid: 400, prices_in_force: 409, prices_changed: 409, prices_exist: 409 },
  summary: 'Asks another operator to approve a change of a price list that has not begun',
})

export const withdrawPrices = call({
  ...priceAccess,
  path: '/operator/products/:id/prices/:tariff/:from/withdraw',
  body: z.strictObject({ version: Version }),
  reply: withApprovalReply(z.object({ version: z.number() })),
  refusals: { ...approvalRefusals, prices_in_force: 409, prices_changed: 409 },
  summary: 'Asks another operator to approve the withdrawal of a price list that has not begun',
})

const YearEuros = z.nullable(z.number())

export const previewYear = call({
  ...productAccess,
  roles: ['sales', 'money'],
  path: '/operator/products/:id/year',
  hasSideEffects: false,
  body: z.strictObject({
    tariff: z.string().check(z.maxLength(20)),
    prices: Prices,
    zone: z.literal(zones),
    power_kw: z.number('not_power').check(z.minimum(0, 'not_power'), z.maximum(maxPowerKw, 'not_power')),
    year_kwh: z.int('not_use').check(z.minimum(0, 'not_use'), z.maximum(maxYearKwh, 'not_use')),
  }),
  reply: z.object({
    /** Euros including all taxes; null if a tax of the zone is unknown. */
    amount: YearEuros,
    /** With the current prices; null if there are none, or if a tax is unknown. */
    present: YearEuros,
  }),
  refusals: { invalid: 400 },
  summary: 'Calculates the yearly cost of a supply with given prices, as the comparators do',
})
