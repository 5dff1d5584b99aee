import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { Code, PasskeyChallenge, PasskeyResponse } from './credential-fields.ts'
import { maxPasskeyNameLength } from './rules.ts'

const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** Version of the name. */
  version: ReplyVersion,
})

export type Passkey = z.output<typeof Passkey>

const Security = z.object({
  /** Whether sign-in requires codes of an authenticator app. */
  code_app: z.boolean(),
  recovery_codes_left: z.number(),
  passkeys: z.array(Passkey),
})

export type Security = z.output<typeof Security>

/** Settings of the calls by which customers manage their own second factors. */
const ownAccountCall = { versions: [2], access: 'customer', priority: 'critical' } as const

const freshAuthenticationCall = {
  ...ownAccountCall,
  method: 'POST',
  freshAuthentication: true,
  hasSecrets: true,
} as const

export const readSecurity = call({
  ...ownAccountCall,
  method: 'GET',
  path: '/user/security',
  reply: Security,
  summary: 'Returns the sign-in methods of the signed-in user other than the password',
})

/** Shown once, when the second factor is switched on. Each code signs in without the second factor. */
const RecoveryCodes = z.nullable(z.array(z.string()))

export const beginCodeApp = call({
  ...freshAuthenticationCall,
  path: '/user/code_app',
  upstream: 'closed',
  reply: z.object({
    secret: z.string(),
    /** The otpauth URI from which an app imports the secret. */
    address: z.string(),
    /** The URI as a QR code: its width in modules, and the path of its dark ones. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  refusals: { code_app_on: 409 },
  summary: 'Creates a secret for an app of one-time codes; no code is required before it is confirmed',
})

export const confirmCodeApp = call({
  ...ownAccountCall,
  method: 'POST',
  hasSecrets: true,
  path: '/user/code_app/confirm',
  upstream: 'closed',
  body: z.strictObject({ code: Code }),
  reply: z.object({ recovery_codes: RecoveryCodes }),
  refusals: { invalid: 400, too_many_attempts: 429 },
  summary: 'Confirms the app with one of its codes; from then on sign-ins require one',
})

export const removeCodeApp = call({
  ...freshAuthenticationCall,
  path: '/user/code_app/remove',
  reply: 'nothing',
  refusals: { code_app_off: 409 },
  summary: 'Removes the app, so that sign-ins no longer require its codes',
})

export const renewRecoveryCodes = call({
  ...freshAuthenticationCall,
  path: '/user/recovery_codes',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { second_factor_off: 409 },
  summary: 'Creates ten new recovery codes; the previous ones become invalid',
})

export const beginPasskeyRegistration = call({
  ...freshAuthenticationCall,
  path: '/user/passkeys/start',
  upstream: 'closed',
  reply: PasskeyChallenge,
  summary: 'Returns the options for creating a passkey',
})

const PasskeyName = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxPasskeyNameLength, 'too_long'))

export const addPasskey = call({
  ...ownAccountCall,
  method: 'POST',
  hasSecrets: true,
  path: '/user/passkeys/',
  upstream: 'closed',
  body: z.strictObject({ ...PasskeyResponse.shape, name: PasskeyName }),
  reply: z.object({ passkey: Passkey, recovery_codes: RecoveryCodes }),
  refusals: { passkey_refused: 409 },
  summary: 'Stores a passkey created by a browser',
})

export const renamePasskey = call({
  ...ownAccountCall,
  method: 'PUT',
  path: '/user/passkeys/:id',
  body: z.strictObject({ name: PasskeyName, version: ExpectedVersion }),
  reply: 'nothing',
  summary: 'Renames one of the user’s own passkeys',
})

export const removePasskey = call({
  ...freshAuthenticationCall,
  path: '/user/passkeys/:id/remove',
  reply: 'nothing',
  summary: 'Deletes one of the user’s own passkeys',
})
