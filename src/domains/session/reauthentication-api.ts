import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { Code, PasskeyResponse, Password } from './credential-fields.ts'

/** The methods of re-authentication; `openid` signs in at the identity provider again. */
export const reauthenticationMethods = ['password', 'openid', 'passkey', 'code', 'recovery_code'] as const

export const listReauthenticationMethods = call({
  method: 'GET',
  path: '/user/confirm',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  isAllowedBeforePasswordChange: true,
  reply: z.object({ kinds: z.array(z.literal(reauthenticationMethods)) }),
  summary: 'Lists the re-authentication methods of the signed-in user',
})

export const reauthenticate = call({
  method: 'POST',
  path: '/user/confirm',
  versions: [1, 2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  isAllowedBeforePasswordChange: true,
  hasSecrets: true,
  body: z.union([
    z.strictObject({ password: Password }),
    z.strictObject({ code: Code }),
    z.strictObject({ passkey: PasskeyResponse }),
  ]),
  reply: 'nothing',
  refusals: { proof_wrong: 403, too_many_attempts: 429 },
  summary: 'Re-authenticates the signed-in user, as required by calls that answer 403 fresh_authentication_required',
})
