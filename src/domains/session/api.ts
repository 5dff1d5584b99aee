import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { Code, Login, PasskeyChallenge, PasskeyResponse, Password, SessionToken } from './credential-fields.ts'
import { maxLoginLength, maxPasswordLength, minCurrentPasswordLength } from './rules.ts'

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

const FactorKind = z.literal(['passkey', 'code', 'recovery_code'])

const SecondFactorChallenge = z.object({
  id: z.string(),
  kinds: z.array(FactorKind),
  passkey: z.nullable(PasskeyChallenge),
})

export type SecondFactorChallenge = z.output<typeof SecondFactorChallenge>

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
