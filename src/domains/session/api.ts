import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { longestLogin, longestPassword, shortestCurrentPassword } from './rules.ts'

const Login = z.string().check(z.minLength(1, 'required'), z.maxLength(longestLogin))
const Password = z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword))

/** What comes in by the door itself: it changes nothing of anybody's, so that a read-only session may be left through it. */
const door = { method: 'POST', versions: [1, 2], access: 'anyone', changesSomething: false } as const

export const logIn = call({
  ...door,
  path: '/user/login',
  carriesSecrets: true,
  body: z.strictObject({ user: Login, password: Password }),
  reply: z.object({ token: z.string(), change_password: z.boolean() }),
  refusals: { login_error: 401, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Opens a session with user and password, in the cookie `token` as well',
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
  reply: z.object({ status: z.literal('OK'), token: z.string() }),
  refusals: { invalid: 400, current_password_wrong: 403, too_many_attempts: 429 },
  summary: 'Changes the password of whoever is signed in; every session ends and a new one begins',
})

/** What somebody can prove with who they are; `openid` is by signing in at the identity provider once more. */
export const proofKinds = ['password', 'openid'] as const

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
  body: z.strictObject({ password: Password }),
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
  reply: z.object({ token: z.string(), change_password: z.boolean() }),
  refusals: { login_error: 403, second_factor_first: 403, already_linked: 409, too_many_attempts: 429 },
  summary:
    'Links whoever came from the identity provider with the account that this password opens, and signs in there',
})

const Profile = z.object({ email: z.string(), name: z.string(), newsletter_url: z.nullable(z.string()) })
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
