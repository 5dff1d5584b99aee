import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { localizedTextSchema } from '#kit/backoffice/localized-text.ts'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'
import { futureRoles } from './roles.ts'
import { futuresFilters } from './rules.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const

const listedFutureFields = {
  id: z.number(),
  /** The contract name on its market: `FTB M Jan-27`. */
  name: z.string(),
  /** The portal's own name for it, in the reader's language. */
  title: z.nullable(z.string()),
  instrument: z.string(),
  delivery_start: z.string(),
  delivery_end: z.string(),
  last_trading_day: z.string(),
  /** The last reference price in €/MWh and its day; null if there is none. */
  price: z.nullable(z.number()),
  price_date: z.nullable(z.string()),
  /** The number of price alerts set on it. */
  alerts: z.number(),
  is_active: z.boolean(),
}
const ListedFuture = z.object(listedFutureFields)
export type ListedFuture = z.output<typeof ListedFuture>

export const listFutures = call({
  ...readAccess,
  path: '/operator/futures',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    show: z._default(z.literal(futuresFilters), 'traded'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedFuture), total: z.number() }),
  summary: 'Lists futures with their last price and number of followers, by the first day of delivery',
})

const FutureDetails = z.object({
  ...listedFutureFields,
  names: z.nullable(z.record(z.string(), z.string())),
  version: z.number(),
  /** The latest prices, oldest first. */
  prices: z.array(z.object({ date: z.string(), price: z.number() })),
})
export type FutureDetails = z.output<typeof FutureDetails>

export const readFuture = call({
  ...readAccess,
  path: '/operator/futures/:id',
  reply: FutureDetails,
  summary: 'Returns a future with its last prices',
})

export const saveFuture = call({
  method: 'POST',
  path: '/operator/futures/:id',
  versions: [1],
  access: 'operator',
  roles: futureRoles,
  body: z.strictObject({ names: z.nullable(localizedTextSchema(80)), is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, future_changed: 409 },
  summary: 'Renames a future, or deactivates it, so that it gets no new followers',
})
