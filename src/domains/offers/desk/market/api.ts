import * as z from 'zod/mini'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { Version } from '#kit/backoffice/version.ts'
import { call } from '#kit/call.ts'

const readAccess = { method: 'GET', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const
const writeAccess = { method: 'POST', versions: [1], access: 'operator', roles: ['sales', 'money'] } as const

const pageQuery = {
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
  ...readAccess,
  path: '/operator/retailers',
  query: z.strictObject({ ...pageQuery, energy: Energy }),
  reply: z.object({ items: z.array(Retailer), total: z.number() }),
  summary: 'Lists the retailers that a supply may come from, by name',
})

export const addRetailer = call({
  ...writeAccess,
  path: '/operator/retailers',
  body: z.strictObject({ energy: Energy, name: Name }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, retailer_exists: 409 },
  summary: 'Adds a retailer that new customers can choose',
})

export const saveRetailer = call({
  ...writeAccess,
  path: '/operator/retailers/:id',
  body: z.strictObject({ name: Name, is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, retailer_exists: 409, retailer_changed: 409 },
  summary: 'Renames a retailer, or deactivates it, so that new customers cannot choose it',
})

const Distributor = z.object({
  id: z.number(),
  /** The first four digits of the CUPS of its supply points. */
  code: z.string(),
  name: z.string(),
  website: z.nullable(z.string()),
  breakdown_phone: z.nullable(z.string()),
  is_active: z.boolean(),
  version: z.number(),
})
export type Distributor = z.output<typeof Distributor>

export const listDistributors = call({
  ...readAccess,
  path: '/operator/distributors',
  query: z.strictObject(pageQuery),
  reply: z.object({ items: z.array(Distributor), total: z.number() }),
  summary: 'Lists the distributors, by name or code',
})

const distributorFields = {
  name: Name,
  website: z.nullable(z.url({ protocol: /^https?$/, error: 'not_address' }).check(z.maxLength(300))),
  breakdown_phone: z.nullable(z.string().check(z.trim(), z.regex(/^\+?[\d ]{3,20}$/, 'not_phone'))),
}

export const addDistributor = call({
  ...writeAccess,
  path: '/operator/distributors',
  body: z.strictObject({ ...distributorFields, code: z.string().check(z.trim(), z.regex(/^\d{4}$/, 'not_code')) }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, distributor_exists: 409 },
  summary: 'Adds a distributor by its code',
})

export const saveDistributor = call({
  ...writeAccess,
  path: '/operator/distributors/:id',
  body: z.strictObject({ ...distributorFields, is_active: z.boolean(), version: Version }),
  reply: z.object({ version: z.number() }),
  refusals: { invalid: 400, distributor_changed: 409 },
  summary: 'Changes a distributor’s information for customers, or deactivates it for new supplies',
})
