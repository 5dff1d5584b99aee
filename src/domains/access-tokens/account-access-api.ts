import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { accessKinds, maxEndedAtOnce } from './rules.ts'

const AccessItem = z.object({
  kind: z.enum(accessKinds),
  id: z.string(),
  /** The name given by the owner, the host of an identity provider, or the start of a client id. */
  name: z.string(),
  since: z.string(),
  /** Null if it has not been used yet, and for kinds whose use is not recorded. */
  last_used_at: z.nullable(z.string()),
})
export type AccessItem = z.output<typeof AccessItem>

export const listAccountAccess = call({
  method: 'GET',
  path: '/user/access/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(AccessItem) }),
  summary:
    'Lists the ways into the account of the signed-in user other than the password: passkeys, identities, programs',
})

export const endAccountAccess = call({
  method: 'POST',
  path: '/user/access/end',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  body: z.strictObject({
    items: z
      .array(z.strictObject({ kind: z.enum(accessKinds), id: z.string().check(z.minLength(1), z.maxLength(64)) }))
      .check(z.minLength(1, 'required'), z.maxLength(maxEndedAtOnce)),
  }),
  reply: z.object({ ended: z.number() }),
  refusals: { last_way_in: 409 },
  summary:
    'Revokes ways into the user’s own account and ends every other session; those that have ended already stay so',
})
