import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { accessKinds, maxEndedAtOnce } from './rules.ts'

const AccessItem = z.object({
  kind: z.enum(accessKinds),
  id: z.string(),
  /** What its owner called it, the host of an identity provider, or the start of a client id. */
  name: z.string(),
  since: z.string(),
  /** Null where it was not used yet, and where uses are not noted. */
  last_used_at: z.nullable(z.string()),
})
export type AccessItem = z.output<typeof AccessItem>

export const listAccountAccess = call({
  method: 'GET',
  path: '/user/access/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(AccessItem) }),
  summary: 'What gets into the account of whoever is signed in beside the password: passkeys, identities, programs',
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
  summary: 'Ends what gets into the own account, with every other session; what is ended already stays so',
})
