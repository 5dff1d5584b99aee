import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { Login, Password, SessionToken } from './credential-fields.ts'

const Identity = z.object({ issuer: z.string(), linked_at: z.string() })

export const listIdentities = call({
  method: 'GET',
  path: '/user/identities',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({
    items: z.array(Identity),
    /** Whether there is an identity provider to link with. */
    is_offered: z.boolean(),
    /** The user came from the identity provider and has no account here yet. */
    awaits_link: z.boolean(),
  }),
  summary: 'Lists the identities at the identity provider that are linked with the account',
})

export const beginLink = call({
  method: 'POST',
  path: '/user/openid/link',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  priority: 'critical',
  freshAuthentication: true,
  hasSecrets: true,
  reply: z.object({ address: z.string() }),
  refusals: { openid_not_offered: 404 },
  summary: 'Returns the page of the identity provider that leads back linked with the account',
})

export const connectAccount = call({
  method: 'POST',
  path: '/user/connect',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  priority: 'critical',
  hasSecrets: true,
  body: z.strictObject({ user: Login, password: Password }),
  reply: SessionToken,
  refusals: { login_error: 403, second_factor_first: 403, already_linked: 409, too_many_attempts: 429 },
  summary: 'Links a user from the identity provider with the account that this password opens, and signs in there',
})
