import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'
import { longestCode, longestLogin, longestPasskeyName, longestPassword, shortestCurrentPassword } from './rules.ts'

const Login = z.string().check(z.minLength(1, 'required'), z.maxLength(longestLogin))
const Password = z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword))

/** What comes in by the door itself: it changes nothing of anybody's, so that a read-only session may be left through it. */
const door = { method: 'POST', versions: [1, 2], access: 'anyone', changesSomething: false } as const

const Opened = z.object({ token: z.string(), change_password: z._default(z.boolean(), false) })

/** What a browser is asked, and answers, of a passkey: the JSON of WebAuthn level 3. */
const WebAuthnJson = z.record(z.string(), z.unknown())
const PasskeyQuestion = z.object({ id: z.string(), options: WebAuthnJson })
const PasskeyAnswer = z.strictObject({ id: z.uuid(), answer: WebAuthnJson })
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

const FactorKind = z.literal(['passkey', 'code', 'recovery_code'])
const SecondStep = z.object({ id: z.string(), kinds: z.array(FactorKind), passkey: z.nullable(PasskeyQuestion) })
export type SecondStep = z.output<typeof SecondStep>

const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(longestCode))

export const logIn = call({
  ...door,
  path: '/user/login',
  carriesSecrets: true,
  body: z.strictObject({ user: Login, password: Password }),
  /** A token; or, where the account has a second factor, what the second step is taken with. */
  reply: z.union([Opened, z.object({ second_factor: SecondStep })]),
  refusals: { login_error: 401, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Opens a session with user and password, in the cookie `token` as well',
})

export const takeSecondStep = call({
  ...door,
  path: '/user/second_factor',
  carriesSecrets: true,
  body: z.union([
    z.strictObject({ id: z.uuid(), code: Code }),
    z.strictObject({ id: z.uuid(), passkey: PasskeyAnswer }),
  ]),
  reply: Opened,
  refusals: { second_factor_wrong: 401, second_factor_over: 401, too_many_attempts: 429 },
  summary: 'Opens a session for the second step of a log-in: a one-time code, a recovery code or a passkey',
})

export const beginPasskey = call({
  ...door,
  path: '/user/passkey/start',
  carriesSecrets: true,
  reply: PasskeyQuestion,
  summary: 'What a browser is asked to get in by a passkey, or to prove by one who is signed in',
})

export const logInByPasskey = call({
  ...door,
  path: '/user/passkey',
  carriesSecrets: true,
  body: PasskeyAnswer,
  reply: Opened,
  refusals: { passkey_wrong: 401, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Opens a session with a passkey alone',
})

export const logInClient = call({
  ...door,
  path: '/user/client_id',
  carriesSecrets: true,
  body: z.strictObject({ client_id: Login, secret: Password }),
  reply: z.object({ token: z.string() }),
  refusals: { client_id_error: 401, too_many_attempts: 429 },
  summary: 'Opens a session with the id and secret of a client program',
})

export const enterWithOpenid = call({
  ...door,
  path: '/user/openid',
  carriesSecrets: true,
  body: z.strictObject({
    code: z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword)),
    nonce: z.string().check(z.minLength(1, 'required'), z.maxLength(longestLogin)),
  }),
  reply: z.object({
    token: z.string(),
    /** Names the provider's own tokens, which stay on the server. */
    openid_token: z.string(),
    /** No account here is linked with them yet: they are led to do so. */
    new_customer: z.boolean(),
  }),
  refusals: { openid_failed: 401, openid_not_offered: 404, too_many_attempts: 429 },
  summary: 'Opens a session with the code that an identity provider gave for a nonce',
})

export const logOut = call({
  ...door,
  path: '/user/logout',
  reply: 'nothing',
  summary: 'Ends the session of the token that comes along, and clears the cookie',
})

const SessionLife = z.object({
  /** Until the session ends, if nothing more is asked with it. */
  seconds_left: z.number(),
  /** Whether using it puts the end off; its absolute end is put off by nothing. */
  can_stay: z.boolean(),
})
export type SessionLife = z.output<typeof SessionLife>

export const readSessionLife = call({
  method: 'GET',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  countsAsUse: false,
  reply: SessionLife,
  summary: 'How long the session of whoever asks still lasts; asking does not make it last longer',
})

export const stayInSession = call({
  method: 'POST',
  path: '/user/session',
  versions: [1, 2],
  access: 'customer',
  changesSomething: false,
  reply: SessionLife,
  summary: 'Begins the idle life of the session anew',
})

const OwnSession = z.object({
  id: z.string(),
  /** Browser and system, "Firefox, Windows"; null for programs and for sessions that tell neither. */
  device: z.nullable(z.string()),
  opened_at: z.string(),
  last_used_at: z.string(),
  /** Of somebody who looks after the customer, and changes nothing. */
  readonly: z.boolean(),
  /** The one that asks. */
  is_current: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

export const listSessions = call({
  method: 'GET',
  path: '/sessions/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(OwnSession) }),
  summary: 'The open sessions of whoever is signed in, the last used first',
})

const AccountLook = z.object({ at: z.string(), reason: z.string() })
export type AccountLook = z.output<typeof AccountLook>

export const listLooks = call({
  method: 'GET',
  path: '/sessions/looks/',
  versions: [2],
  access: 'customer',
  reply: z.object({ items: z.array(AccountLook) }),
  summary: 'When the retailer’s staff have looked at the portal as whoever is signed in, and why, the last time first',
})

export const endSession = call({
  method: 'POST',
  path: '/sessions/:id/revoke',
  versions: [2],
  access: 'customer',
  reply: 'nothing',
  summary: 'Ends one of one’s own sessions',
})

export const checkToken = call({
  ...door,
  path: '/is_token_valid',
  carriesSecrets: true,
  body: z.strictObject({ token: z.string() }),
  reply: z.object({ token_is_valid: z.boolean() }),
  summary: 'Tells whether a token opens a session',
})

export const changePassword = call({
  method: 'PUT',
  path: '/user/password',
  versions: [1, 2],
  access: 'customer',
  carriesSecrets: true,
  freshAuthentication: 'withSecondFactor',
  body: z.strictObject({
    current: z.string().check(z.minLength(shortestCurrentPassword, 'required'), z.maxLength(longestPassword)),
    password: Password,
  }),
  /** Other servers tell a failure with status 200 as well. */
  reply: z.union([
    z.object({ status: z.literal('ERROR'), status_code: z.optional(z.number()) }),
    z.object({
      status: z.optional(z.string()),
      token: z.string(),
      /** Whether passkeys, identities or programs get in as before. */
      has_other_access: z.optional(z.boolean()),
    }),
  ]),
  refusals: { invalid: 400, current_password_wrong: 403, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Changes the password of whoever is signed in; every session ends and a new one begins',
})

/** What somebody can prove with who they are; `openid` is by signing in at the identity provider once more. */
export const proofKinds = ['password', 'openid', 'passkey', 'code', 'recovery_code'] as const

export const listProofs = call({
  method: 'GET',
  path: '/user/confirm',
  versions: [1, 2],
  access: 'customer',
  reply: z.object({ kinds: z.array(z.literal(proofKinds)) }),
  summary: 'What whoever is signed in can prove with who they are',
})

export const proveIdentity = call({
  method: 'POST',
  path: '/user/confirm',
  versions: [1, 2],
  access: 'customer',
  carriesSecrets: true,
  body: z.union([
    z.strictObject({ password: Password }),
    z.strictObject({ code: Code }),
    z.strictObject({ passkey: PasskeyAnswer }),
  ]),
  reply: 'nothing',
  refusals: { proof_wrong: 403, too_many_attempts: 429 },
  summary: 'Proves once more who is signed in, as calls want it that answer 403 fresh_authentication_required',
})

const Identity = z.object({ issuer: z.string(), linked_at: z.string() })

export const listIdentities = call({
  method: 'GET',
  path: '/user/identities',
  versions: [2],
  access: 'customer',
  reply: z.object({
    items: z.array(Identity),
    /** Whether there is an identity provider to be linked with. */
    is_offered: z.boolean(),
    /** Whoever asks came from the provider and has no account here yet. */
    awaits_link: z.boolean(),
  }),
  summary: 'With whom at the identity provider the account is linked',
})

export const beginLink = call({
  method: 'POST',
  path: '/user/openid/link',
  versions: [2],
  access: 'customer',
  freshAuthentication: true,
  carriesSecrets: true,
  reply: z.object({ address: z.string() }),
  refusals: { openid_not_offered: 404 },
  summary: 'The page of the identity provider from which one comes back linked with the account',
})

export const connectAccount = call({
  method: 'POST',
  path: '/user/connect',
  versions: [2],
  access: 'customer',
  carriesSecrets: true,
  body: z.strictObject({ user: Login, password: Password }),
  reply: Opened,
  refusals: { login_error: 403, second_factor_first: 403, already_linked: 409, too_many_attempts: 429 },
  summary:
    'Links whoever came from the identity provider with the account that this password opens, and signs in there',
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
  reply: Profile,
  summary: 'Who is signed in',
})

/** The same as version 1 writes it. */
export const readProfileV1 = call({
  ...readProfile,
  versions: [1],
  reply: z.object({ result: Profile }),
})

/** In whichever version the portal may use and the server knows. */
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
  /** Of its name. */
  version: ReadVersion,
})
export type Passkey = z.output<typeof Passkey>

const Security = z.object({
  /** Whether log-ins ask for codes of an app. */
  code_app: z.boolean(),
  recovery_codes_left: z.number(),
  passkeys: z.array(Passkey),
})
export type Security = z.output<typeof Security>

/** What customers do with their own second factors. */
const own = { versions: [2], access: 'customer' } as const
const guarded = { ...own, method: 'POST', freshAuthentication: true, carriesSecrets: true } as const

export const readSecurity = call({
  ...own,
  method: 'GET',
  path: '/user/security',
  reply: Security,
  summary: 'By what else than a password whoever is signed in comes in',
})

/** Shown once, when the second factor is switched on: by them one gets in without it. */
const RecoveryCodes = z.nullable(z.array(z.string()))

export const beginCodeApp = call({
  ...guarded,
  path: '/user/code_app',
  reply: z.object({
    secret: z.string(),
    /** From which an app takes the secret over. */
    address: z.string(),
    /** The address as a QR code: its width in modules, and the path of its dark ones. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  refusals: { code_app_on: 409 },
  summary: 'Makes a secret for an app of one-time codes; nothing is asked for before it is confirmed',
})

export const confirmCodeApp = call({
  ...own,
  method: 'POST',
  carriesSecrets: true,
  path: '/user/code_app/confirm',
  body: z.strictObject({ code: Code }),
  reply: z.object({ recovery_codes: RecoveryCodes }),
  refusals: { invalid: 400, too_many_attempts: 429 },
  summary: 'Confirms the app with a code of it; from then on log-ins ask for one',
})

export const removeCodeApp = call({
  ...guarded,
  path: '/user/code_app/remove',
  reply: 'nothing',
  refusals: { code_app_off: 409 },
  summary: 'Log-ins ask for no code of an app any more',
})

export const renewRecoveryCodes = call({
  ...guarded,
  path: '/user/recovery_codes',
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { second_factor_off: 409 },
  summary: 'Ten new recovery codes; those from before no longer count',
})

export const beginNewPasskey = call({
  ...guarded,
  path: '/user/passkeys/start',
  reply: PasskeyQuestion,
  summary: 'What a browser is asked to make a passkey',
})

const PasskeyName = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longestPasskeyName, 'too_long'))

export const addPasskey = call({
  ...own,
  method: 'POST',
  carriesSecrets: true,
  path: '/user/passkeys/',
  body: z.strictObject({ ...PasskeyAnswer.shape, name: PasskeyName }),
  reply: z.object({ passkey: Passkey, recovery_codes: RecoveryCodes }),
  refusals: { passkey_refused: 409 },
  summary: 'Keeps a passkey that a browser has made',
})

export const renamePasskey = call({
  ...own,
  method: 'PUT',
  path: '/user/passkeys/:id',
  body: z.strictObject({ name: PasskeyName, version: SeenVersion }),
  reply: 'nothing',
  summary: 'Gives one of one’s own passkeys another name',
})

export const removePasskey = call({
  ...guarded,
  path: '/user/passkeys/:id/remove',
  reply: 'nothing',
  summary: 'Takes one of one’s own passkeys away',
})
