import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { limitTypes, maxPrice, priceDecimals } from './rules.ts'

const Day = z.iso.date()
/** €/MWh. */
const Price = z.number()
const hundredths = 10 ** priceDecimals
const Limit = z.number('invalid_price').check(
  z.gte(0, 'invalid_price'),
  z.lte(maxPrice, 'invalid_price'),
  z.refine((value) => Math.abs(value * hundredths - Math.round(value * hundredths)) < 1e-6, 'invalid_price'),
)
const Id = z.int().check(z.positive())
/** The status repeated in the body, where clients read it (specification, point 7). */
const Status = z.literal(200)

const FuturesProduct = z.object({
  /** The market name of the contract: `FTB M Jan-27`. */
  product: z.string(),
  // The following are Llum extensions: an upstream server may return only the names of its products.
  /** The retailer's name for it; null if there is only the market name. */
  title: z.optional(z.nullable(z.string())),
  instrument: z.optional(z.string()),
  delivery_start: z.optional(Day),
  delivery_end: z.optional(Day),
  last_trading_day: z.optional(Day),
  /** The last reference price and its day; null while there is none. */
  price: z.optional(z.nullable(Price)),
  price_date: z.optional(z.nullable(Day)),
})
export type FuturesProduct = z.output<typeof FuturesProduct>

export const listProducts = call({
  method: 'GET',
  path: '/omip/products/',
  versions: [1, 2],
  access: 'anyone',
  upstream: 'forwarded',
  reply: z.array(FuturesProduct),
  refusals: { unauthenticated: 401, token_expired: 401 },
  summary: 'Lists the traded futures by the first day of delivery, each with its last reference price',
})

export const readPrices = call({
  method: 'GET',
  path: '/omip/products/:product/prices/',
  versions: [2],
  access: 'anyone',
  reply: z.object({ items: z.array(z.object({ date: Day, price: Price })) }),
  refusals: { unauthenticated: 401, token_expired: 401 },
  summary: 'Lists the last reference prices of a future, oldest first',
})

const Alert = z.object({
  id: z.number(),
  product: z.string(),
  type: z.enum(limitTypes),
  price: Price,
  // The following are Llum extensions.
  /** Whether the last price meets the limit. */
  is_met: z.optional(z.boolean()),
  last_trading_day: z.optional(Day),
  current_price: z.optional(z.nullable(Price)),
  price_date: z.optional(z.nullable(Day)),
})
export type Alert = z.output<typeof Alert>

export const listAlerts = call({
  method: 'GET',
  path: '/omip/alerts/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  reply: z.array(Alert),
  summary: 'Lists the user’s own alerts on prices of futures, newest first',
})

export const addAlert = call({
  method: 'POST',
  path: '/omip/alerts/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({
    /** Clients may send an id; the id of an alert is that of the reply. */
    id: z.optional(z.nullable(z.union([z.number(), z.string().check(z.maxLength(40))]))),
    product: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(60)),
    type: z.enum(limitTypes),
    price: Limit,
  }),
  reply: z.object({ status: Status, id: z.number() }),
  refusals: { alert_exists: 409, too_many_alerts: 409 },
  summary: 'Requests a mail when the price of a future crosses a limit',
})

export const deleteAlert = call({
  method: 'POST',
  path: '/omip/delete/alerts/',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  body: z.strictObject({ id: Id }),
  reply: z.object({ status: z.optional(Status), id: z.optional(z.number()) }),
  summary: 'Deletes one of the user’s own alerts',
})
