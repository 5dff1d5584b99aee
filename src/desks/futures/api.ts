import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Version } from '#desks/common/version.ts'
import { wordsUpTo } from '#desks/common/words.ts'
import { call } from '#kit/call.ts'
import { futureRoles } from './roles.ts'
import { futuresFilters } from './rules.ts'

const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const

const listed = {
  id: z.number(),
  /** The name of the contract on its market: `FTB M Jan-27`. */
  name: z.string(),
  /** What the portal calls it besides, in the reader's language. */
  title: z.nullable(z.string()),
  instrument: z.string(),
  delivery_start: z.string(),
  delivery_end: z.string(),
  last_trading_day: z.string(),
  /** The last reference price in €/MWh, and its day; null while there is none. */
  price: z.nullable(z.number()),
  price_date: z.nullable(z.string()),
  /** How many customers are to be told of it. */
  alerts: z.number(),
  is_active: z.boolean(),
}
const ListedFuture = z.object(listed)
export type ListedFuture = z.output<typeof ListedFuture>

export const listFutures = call({
  ...read,
  path: '/operator/futures',
  query: z.strictObject({
    q: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    show: z._default(z.literal(futuresFilters), 'traded'),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: listQuery.limit,
  }),
  reply: z.object({ items: z.array(ListedFuture), total: z.number() }),
  summary: 'Futures with their last price and how many customers follow them, by the first day of delivery',
})

const ReadFuture = z.object({
  ...listed,
  names: z.nullable(z.record(z.string(), z.string())),
  version: z.number(),
  /** The last ones, the oldest first. */
  prices: z.array(z.object({ date: z.string(), price: z.number() })),
})
export type ReadFuture = z.output<typeof ReadFuture>

export const readFuture = call({
  ...read,
  path: '/operator/futures/:id',
  reply: ReadFuture,
  summary: 'A future with its last prices',
})

export const saveFuture = call({
  method: 'POST',
  path: '/operator/futures/:id',
  versions: [1],
  access: 'operator',
  roles: futureRoles,
  body: z.strictObject({ names: z.nullable(wordsUpTo(80)), is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, future_changed: 409 },
  summary: 'Names a future, or switches it off, so that nobody new can follow it',
})
