import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { Version } from '#desks/common/version.ts'
import { call } from '#kit/call.ts'

const read = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const write = { method: 'POST', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const

const paged = {
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  limit: listQuery.limit,
}
const Name = z.string().check(z.trim(), z.minLength(2, 'required'), z.maxLength(120))
const Energy = z.literal(['electricity', 'gas'])

const Retailer = z.object({
  id: z.number(),
  energy: Energy,
  name: z.string(),
  is_active: z.boolean(),
  version: z.number(),
})
export type Retailer = z.output<typeof Retailer>

export const listRetailers = call({
  ...read,
  path: '/operator/retailers',
  query: z.strictObject({ ...paged, energy: Energy }),
  reply: z.object({ items: z.array(Retailer), total: z.number() }),
  summary: 'The retailers that a supply may come from, by name',
})

export const addRetailer = call({
  ...write,
  path: '/operator/retailers',
  body: z.strictObject({ energy: Energy, name: Name }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, retailer_exists: 409 },
  summary: 'Adds a retailer that newcomers can choose',
})

export const saveRetailer = call({
  ...write,
  path: '/operator/retailers/:id',
  body: z.strictObject({ name: Name, is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, retailer_exists: 409, retailer_changed: 409 },
  summary: 'Renames a retailer, or switches it off, so that nobody new can choose it',
})

const Distributor = z.object({
  id: z.number(),
  /** The first four digits of the CUPS of its supplies. */
  code: z.string(),
  name: z.string(),
  website: z.nullable(z.string()),
  breakdown_phone: z.nullable(z.string()),
  is_active: z.boolean(),
  version: z.number(),
})
export type Distributor = z.output<typeof Distributor>

export const listDistributors = call({
  ...read,
  path: '/operator/distributors',
  query: z.strictObject(paged),
  reply: z.object({ items: z.array(Distributor), total: z.number() }),
  summary: 'The distributors, by name or code',
})

const told = {
  name: Name,
  website: z.nullable(z.url({ protocol: /^https?$/, error: 'not_address' }).check(z.maxLength(300))),
  breakdown_phone: z.nullable(z.string().check(z.trim(), z.regex(/^\+?[\d ]{3,20}$/, 'not_phone'))),
}

export const addDistributor = call({
  ...write,
  path: '/operator/distributors',
  body: z.strictObject({ ...told, code: z.string().check(z.trim(), z.regex(/^\d{4}$/, 'not_code')) }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, distributor_exists: 409 },
  summary: 'Adds a distributor by its code',
})

export const saveDistributor = call({
  ...write,
  path: '/operator/distributors/:id',
  body: z.strictObject({ ...told, is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, distributor_changed: 409 },
  summary: 'Changes what customers are told of a distributor, or switches it off for new supplies',
})
