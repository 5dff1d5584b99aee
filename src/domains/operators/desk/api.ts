import * as z from 'zod/mini'
import { maxCodeLength, maxLoginLength, maxPasswordLength } from '#domains/session/rules.ts'
import { listQuery } from '#kit/backoffice/list-query.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion } from '#kit/edit-version.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import {
  maxEmailLength,
  maxOperatorLoginLength,
  maxOperatorNameLength,
  operatorLoginPattern,
  operatorStates,
} from './rules.ts'

const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(maxCodeLength))
const Secret = z.string().check(z.minLength(1, 'required'), z.maxLength(200))
const SessionToken = z.object({ token: z.string() })

/** Access of the operators' own sign-in calls. */
const signInAccess = {
  method: 'POST',
  versions: [1],
  access: 'anyone',
  hasSideEffects: false,
  hasSecrets: true,
} as const

export const signInOperator = call({
  ...signInAccess,
  path: '/operator/login',
  priority: 'critical',
  body: z.strictObject({
    user: z.string().check(z.minLength(1, 'required'), z.maxLength(maxLoginLength)),
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength)),
  }),
  /** The available second factors. Every operator has one. */
  reply: z.object({
    second_factor: z.object({ id: z.string(), kinds: z.array(z.literal(['code', 'recovery_code'])) }),
  }),
  refusals: { login_error: 401, too_many_attempts: 429 },
  summary: 'Starts an operator’s sign-in with user and password; the second step opens the session',
})

export const completeOperatorSignIn = call({
  ...signInAccess,
  path: '/operator/second_factor',
  priority: 'critical',
  body: z.strictObject({ id: z.uuid(), code: Code }),
  reply: SessionToken,
  refusals: { second_factor_wrong: 401, second_factor_over: 401, too_many_attempts: 429 },
  summary: 'Opens an operator’s session, also in the cookie `operator_token`',
})

export const signOutOperator = call({
  ...signInAccess,
  path: '/operator/logout',
  reply: 'nothing',
  summary: 'Ends the session of an operator',
})

export const openOperatorLink = call({
  ...signInAccess,
  path: '/operator/activation/start',
  body: z.strictObject({ secret: Secret }),
  /** The invited operator, and the secret of the authenticator app as QR code and as text. */
  reply: z.object({
    login: z.string(),
    name: z.string(),
    app: z.object({ secret: z.string(), address: z.string(), qr: z.object({ size: z.number(), path: z.string() }) }),
  }),
  refusals: { link_over: 410, too_many_attempts: 429 },
  summary: 'Returns the account that a new operator’s link is for, and the secret for their authenticator app',
})

export const activateOperator = call({
  ...signInAccess,
  path: '/operator/activation',
  body: z.strictObject({
    secret: Secret,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength)),
    code: Code,
  }),
  /** The session token, and the recovery codes for a lost app, which are shown only once. */
  reply: z.object({ token: z.string(), recovery_codes: z.array(z.string()) }),
  refusals: { invalid: 400, link_over: 410, too_many_attempts: 429 },
  summary: 'Sets the password and second factor of a new operator and opens their session',
})

export const readOperator = call({
  method: 'GET',
  path: '/operator/me',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  reply: z.object({ id: z.number(), login: z.string(), name: z.string(), email: z.string() }),
  summary: 'Returns the signed-in operator',
})

export const reauthenticateOperator = call({
  method: 'POST',
  path: '/operator/confirm',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  hasSecrets: true,
  body: z.strictObject({ code: Code }),
  reply: 'nothing',
  refusals: { proof_wrong: 403, too_many_attempts: 429 },
  summary: 'Re-authenticates the signed-in operator with a one-time code',
})

const ListedOperator = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  state: z.enum(operatorStates),
  last_seen_at: z.nullable(z.string()),
  /** Version of the roles. */
  version: z.string(),
})
export type ListedOperator = z.output<typeof ListedOperator>

export const listOperators = call({
  method: 'GET',
  path: '/operator/operators',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  query: z.strictObject({ ...listQuery, state: z.optional(z.enum(operatorStates)) }),
  reply: z.object({ items: z.array(ListedOperator), total: z.number() }),
  summary: 'Lists the operators of the portal, by login',
})

const Roles = z.array(z.enum(operatorRoles)).check(z.minLength(1, 'required'), z.maxLength(operatorRoles.length))

/** Access of calls that decide who may sign in as operator and with which roles. */
const administratorAccess = {
  method: 'POST',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  freshAuthentication: true,
} as const

export const inviteOperator = call({
  ...administratorAccess,
  path: '/operator/operators',
  body: z.strictObject({
    login: z
      .string()
      .check(
        z.minLength(1, 'required'),
        z.maxLength(maxOperatorLoginLength),
        z.regex(operatorLoginPattern, 'login_wrong'),
      ),
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxOperatorNameLength)),
    email: z.email('email_wrong').check(z.maxLength(maxEmailLength)),
    roles: Roles,
  }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, login_taken: 409 },
  summary: 'Creates an operator account and e-mails the link for choosing password and second factor',
})

export const reinviteOperator = call({
  ...administratorAccess,
  path: '/operator/operators/:id/invite',
  reply: 'nothing',
  refusals: { own_account: 409, last_administrator: 409 },
  summary: 'Invalidates an operator’s credentials and e-mails them a new link',
})

export const closeOperator = call({
  ...administratorAccess,
  path: '/operator/operators/:id/close',
  reply: 'nothing',
  refusals: { own_account: 409, last_administrator: 409 },
  summary: 'Deactivates an operator and ends their sessions',
})

export const saveRoles = call({
  ...administratorAccess,
  path: '/operator/operators/:id/roles',
  body: z.strictObject({ roles: Roles, version: ExpectedVersion }),
  reply: 'nothing',
  refusals: { invalid: 400, own_administrator: 409, last_administrator: 409 },
  summary: 'Sets an operator’s roles, from their next request on; the operator is notified by e-mail',
})
