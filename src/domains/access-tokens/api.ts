import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { maxTokenNameLength, scopes, validDays } from './rules.ts'

const AccessToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  expires_at: z.string(),
  /** Rounded to the minute. Null while no program has used it. */
  last_used_at: z.nullable(z.string()),
})
export type AccessToken = z.output<typeof AccessToken>

export const listAccessTokens = call({
  method: 'GET',
  path: '/user/access_tokens/',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  reply: z.object({ items: z.array(AccessToken) }),
  summary: 'Lists the active access tokens by which programs read in the name of the signed-in user, newest first',
})

export const createAccessToken = call({
  method: 'POST',
  path: '/user/access_tokens/',
  versions: [2],
  access: 'customer',
  upstream: 'closed',
  freshAuthentication: true,
  hasSecrets: true,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxTokenNameLength)),
    scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
    /** How many days the token is valid. */
    days: z.literal(validDays),
  }),
  /** The complete token. It is returned only once. */
  reply: z.object({ token: z.string() }),
  refusals: { access_tokens_too_many: 409 },
  summary: 'Creates an access token by which a program reads in the name of the signed-in user',
})

export const revokeAccessToken = call({
  method: 'POST',
  path: '/user/access_tokens/:id/revoke',
  versions: [2],
  access: 'customer',
  reply: 'nothing',
  summary: 'Revokes an access token: the program that has it can no longer read anything',
})
