import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { longestTokenName, scopes, validDays } from './rules.ts'

const AccessToken = z.object({
  id: z.number(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  expires_at: z.string(),
  /** To the minute; null while no program has used it. */
  last_used_at: z.nullable(z.string()),
})
export type AccessToken = z.output<typeof AccessToken>

export const listAccessTokens = call({
  method: 'GET',
  path: '/user/access_tokens/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(AccessToken) }),
  summary: 'The tokens in force by which programs read in the name of whoever is signed in, the newest first',
})

export const makeAccessToken = call({
  method: 'POST',
  path: '/user/access_tokens/',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  carriesSecrets: true,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestTokenName)),
    scopes: z.array(z.enum(scopes)).check(z.minLength(1), z.maxLength(scopes.length)),
    /** For how many days it is in force. */
    days: z.literal(validDays),
  }),
  /** The token whole, which is told this once. */
  reply: z.object({ token: z.string() }),
  refusals: { access_tokens_too_many: 409 },
  summary: 'Makes a token by which a program reads in the name of whoever is signed in',
})

export const revokeAccessToken = call({
  method: 'POST',
  path: '/user/access_tokens/:id/revoke',
  versions: [2],
  access: 'customer',
  reply: 'nothing',
  summary: 'Ends a token: the program that has it reads nothing any more',
})
