import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import {
  maxCodeLength,
  maxLoginLength,
  maxPasskeyNameLength,
  maxPasswordLength,
  minCurrentPasswordLength,
} from './rules.ts'

const Login = z.string().check(z.minLength(1, 'required'), z.maxLength(maxLoginLength))
const Password = z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength))

/**
 * Settings of the calls that open or end a session. They change no customer data, so that a read-only session can be
 * left through them.
 */
const sessionCall = {
  method: 'POST',
  versions: [1, 2],
  access: 'anyone',
  hasSideEffects: false,
  priority: 'critical',
} as const

const SessionToken = z.object({ token: z.string(), change_password: z._default(z.boolean(), false) })

/** A WebAuthn request to a browser, or its response: the JSON of WebAuthn level 3. */
const WebAuthnJson = z.record(z.string(), z.unknown())
const PasskeyChallenge = z.object({ id: z.string(), options: WebAuthnJson })
const PasskeyResponse = z.strictObject({ id: z.uuid(), answer: WebAuthnJson })
export type PasskeyChallenge = z.output<typeof PasskeyChallenge>
export type PasskeyResponse = z.output<typeof PasskeyResponse>

const FactorKind = z.literal(['passkey', 'code', 'recovery_code'])
const SecondFactorChallenge = z.object({
  id: z.string(),
  kinds: z.array(FactorKind),
  passkey: z.nullable(PasskeyChallenge),
})
export type SecondFactorChallenge = z.output<typeof SecondFactorChallenge>

const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(maxCodeLength))

export const logIn = call({
  ...sessionCall,
  path: '/user/login',
  hasSecrets: true,
  body: z.strictObject({ user: Login, password: Password }),
  /** A session token or, where the account has a second factor, the challenge of the second step. */
  reply: z.union([SessionToken, z.object({ second_factor: SecondFactorChallenge })]),
  refusals: { login_error: 401, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Opens a session with user and password, also in the cookie `token`',
})

export const verifySecondFactor = call({
  ...sessionCall,
  path: '/user/second_factor',
  upstream: 'closed',
  hasSecrets: true,
  body: z.union([
    z.strictObject({ id: z.uuid(), code: Code }),
    z.strictObject({ id: z.uuid(), passkey: PasskeyResponse }),
  ]),
  reply: SessionToken,
  refusals: { second_factor_wrong: 401, second_factor_over: 401, too_many_attempts: 429 },
  summary: 'Opens a session with the second step of a sign-in: a one-time code, a recovery code or a passkey',
})

export const beginPasskeyAuthentication = call({
  ...sessionCall,
  path: '/user/passkey/start',
  upstream: 'closed',
  hasSecrets: true,
  reply: PasskeyChallenge,
  summary: 'Returns the passkey options for signing in, or for the re-authentication of a signed-in user',
})

export const logInByPasskey = call({
  ...sessionCall,
  path: '/user/passkey',
  upstream: 'closed',
  hasSecrets: true,
  body: PasskeyResponse,
  reply: SessionToken,
  refusals: { passkey_wrong: 401, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Opens a session with a passkey alone',
})

export const logInClient = call({
  ...sessionCall,
  path: '/user/client_id',
  hasSecrets: true,
  body: z.strictObject({ client_id: Login, secret: Password }),
  reply: z.object({ token: z.string() }),
  refusals: { client_id_error: 401, too_many_attempts: 429 },
  summary: 'Opens a session with the id and secret of a client program',
})

export const logInWithOpenid = call({
  ...sessionCall,
  path: '/user/openid',
  upstream: 'closed',
  hasSecrets: true,
  body: z.strictObject({
    code: z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength)),
    nonce: z.string().check(z.minLength(1, 'required'), z.maxLength(maxLoginLength)),
  }),
  reply: z.object({
    token: z.string(),
    /** Refers to the provider's own tokens, which stay on the server. */
    openid_token: z.string(),
    /** No account here is linked with this identity yet: the user is led to link one. */
    new_customer: z.boolean(),
  }),
  refusals: { openid_failed: 401, openid_not_offered: 404, too_many_attempts: 429 },
  summary: 'Opens a session with the code that an identity provider issued for a nonce',
})

export const logOut = call({
  ...sessionCall,
  path: '/user/logout',
  reply: 'nothing',
  summary: 'Ends the session of the given token, and clears the cookie',
})

const SessionExpiry = z.object({
  /** Until the session ends, if there are no further requests. */
  seconds_left: z.number(),
  /** Whether use extends the session. Its absolute end never moves. */
  can_stay: z.boolean(),
})
export type SessionExpiry = z.output<typeof SessionExpiry>

export const readSessionExpiry = call({
  method: 'GET',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  extendsSession: false,
  reply: SessionExpiry,
  summary: 'Returns how long the current session will last, without extending it',
})

export const keepSessionAlive = call({
  method: 'POST',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  hasSideEffects: false,
  reply: SessionExpiry,
  summary: 'Restarts the idle time of the session',
})

const OwnSession = z.object({
  id: z.string(),
  /** Browser and system, "Firefox, Windows". Null for programs and for sessions that report neither. */
  device: z.nullable(z.string()),
  opened_at: z.string(),
  last_used_at: z.string(),
  /** A session of an operator who impersonates the customer and can change nothing. */
  readonly: z.boolean(),
  /** The session that makes the request. */
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const listSessions = call({
  method: 'GET',
  path: '/sessions/',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({ items: z.array(OwnSession) }),
  summary: 'Lists the open sessions of the signed-in user, most recently used first',
})

const Impersonation = z.object({ at: z.string(), reason: z.string() })
export type Impersonation = z.output<typeof Impersonation>

export const listImpersonations = call({
  method: 'GET',
  path: '/sessions/looks/',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: z.object({ items: z.array(Impersonation) }),
  summary: 'Lists when and why the retailer’s staff have impersonated the signed-in user, most recent first',
})

export const endSession = call({
  method: 'POST',
  path: '/sessions/:id/revoke',
  versions: [2],
  access: 'customer',
  priority: 'critical',
  reply: 'nothing',
  summary: 'Ends one of the user’s own sessions',
})

export const checkToken = call({
  ...sessionCall,
  path: '/is_token_valid',
  hasSecrets: true,
  body: z.strictObject({ token: z.string() }),
  reply: z.object({ token_is_valid: z.boolean() }),
  summary: 'Returns whether a token opens a session',
})

export const changePassword = call({
  method: 'PUT',
  path: '/user/password',
  versions: [1, 2],
  access: 'customer',
  priority: 'critical',
  isAllowedBeforePasswordChange: true,
  hasSecrets: true,
  freshAuthentication: 'withSecondFactor',
  body: z.strictObject({
    current: z.string().check(z.minLength(minCurrentPasswordLength, 'required'), z.maxLength(maxPasswordLength)),
    password: Password,
  }),
  /** Upstream servers may report a failure with status 200 as well. */
  reply: z.union([
    z.object({ status: z.literal('ERROR'), status_code: z.optional(z.number()) }),
    z.object({
      status: z.optional(z.string()),
      token: z.string(),
      /** Whether passkeys, identities or programs still have access. */
      has_other_access: z.optional(z.boolean()),
    }),
  ]),
  refusals: { invalid: 400, current_password_wrong: 403, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Changes the password of the signed-in user; every session ends and a new one begins',
})

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

const Profile = z.object({
  email: z.string(),
  name: z.string(),
  newsletter_url: z._default(z.nullable(z.string()), null),
})
export type Profile = z.output<typeof Profile>

export const readProfile = call({
  method: 'GET',
  path: '/users/',
  versions: [2],
  access: 'customer',
  upstream: 'forwarded',
  priority: 'critical',
  reply: Profile,
  summary: 'Returns the signed-in user',
})

/** The same profile in the format of version 1. */
export const readProfileV1 = call({
  ...readProfile,
  versions: [1],
  reply: z.object({ result: Profile }),
})

/** The profile in whichever version the portal may use and the server supports. */
export const readAnyProfile = call({
  ...readProfile,
  versions: [1, 2],
  reply: z.union([readProfileV1.reply, readProfile.reply]),
})

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
