import * as z from 'zod/mini'
import { listQuery } from '#desks/common/list-query.ts'
import { longestCode, longestLogin, longestPassword } from '#domains/session/rules.ts'
import { call } from '#kit/call.ts'
import { operatorRoles } from '#kit/operator-role.ts'
import { SeenVersion } from '#kit/seen-version.ts'
import { longestEmail, longestName, longestOperatorLogin, operatorLogin, operatorStates } from './rules.ts'

const Code = z.string().check(z.minLength(1, 'required'), z.maxLength(longestCode))
const Secret = z.string().check(z.minLength(1, 'required'), z.maxLength(200))
const Opened = z.object({ token: z.string() })

/** What comes in by the operators' own door. */
const door = { method: 'POST', versions: [1], access: 'anyone', changesSomething: false, carriesSecrets: true } as const

export const logInOperator = call({
  ...door,
  path: '/operator/login',
  body: z.strictObject({
    user: z.string().check(z.minLength(1, 'required'), z.maxLength(longestLogin)),
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword)),
  }),
  /** With what the second step is taken, which every operator has. */
  reply: z.object({
    second_factor: z.object({ id: z.string(), kinds: z.array(z.literal(['code', 'recovery_code'])) }),
  }),
  refusals: { login_error: 401, too_many_attempts: 429 },
  summary: 'Begins the log-in of an operator with user and password; the second step opens the session',
})

export const takeOperatorStep = call({
  ...door,
  path: '/operator/second_factor',
  body: z.strictObject({ id: z.uuid(), code: Code }),
  reply: Opened,
  refusals: { second_factor_wrong: 401, second_factor_over: 401, too_many_attempts: 429 },
  summary: 'Opens the session of an operator, in the cookie `operator_token` as well',
})

export const leaveOperatorArea = call({
  ...door,
  path: '/operator/logout',
  reply: 'nothing',
  summary: 'Ends the session of an operator',
})

export const openOperatorLink = call({
  ...door,
  path: '/operator/activation/start',
  body: z.strictObject({ secret: Secret }),
  /** Whom the link is for, and what an app for one-time codes takes over, by a picture or by hand. */
  reply: z.object({
    login: z.string(),
    name: z.string(),
    app: z.object({ secret: z.string(), address: z.string(), qr: z.object({ size: z.number(), path: z.string() }) }),
  }),
  refusals: { link_over: 410, too_many_attempts: 429 },
  summary: 'What the link of a new operator is for, and the secret of their app',
})

export const activateOperator = call({
  ...door,
  path: '/operator/activation',
  body: z.strictObject({
    secret: Secret,
    password: z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword)),
    code: Code,
  }),
  /** The session, and the codes for whoever loses their app, shown this once. */
  reply: z.object({ token: z.string(), recovery_codes: z.array(z.string()) }),
  refusals: { invalid: 400, link_over: 410, too_many_attempts: 429 },
  summary: 'Sets password and second factor of a new operator and opens their session',
})

export const readOperator = call({
  method: 'GET',
  path: '/operator/me',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  reply: z.object({ id: z.number(), login: z.string(), name: z.string(), email: z.string() }),
  summary: 'The operator who is signed in',
})

export const proveOperator = call({
  method: 'POST',
  path: '/operator/confirm',
  versions: [1],
  access: 'operator',
  roles: 'everyOperator',
  carriesSecrets: true,
  body: z.strictObject({ code: Code }),
  reply: 'nothing',
  refusals: { proof_wrong: 403, too_many_attempts: 429 },
  summary: 'Proves once more who is signed in, with a one-time code',
})

const ListedOperator = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  state: z.enum(operatorStates),
  last_seen_at: z.nullable(z.string()),
  /** Of the roles. */
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
  summary: 'Who keeps the portal, by log-in',
})

const Roles = z.array(z.enum(operatorRoles)).check(z.minLength(1, 'required'), z.maxLength(operatorRoles.length))

/** What decides over who else may come in, and what they may do. */
const overOthers = {
  method: 'POST',
  versions: [1],
  access: 'operator',
  roles: ['administrator'],
  freshAuthentication: true,
} as const

export const inviteOperator = call({
  ...overOthers,
  path: '/operator/operators',
  body: z.strictObject({
    login: z
      .string()
      .check(z.minLength(1, 'required'), z.maxLength(longestOperatorLogin), z.regex(operatorLogin, 'login_wrong')),
    name: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(longestName)),
    email: z.email('email_wrong').check(z.maxLength(longestEmail)),
    roles: Roles,
  }),
  reply: z.object({ id: z.number() }),
  refusals: { invalid: 400, login_taken: 409 },
  summary: 'Makes an account for an operator and mails the link by which they choose password and second factor',
})

export const inviteOperatorAgain = call({
  ...overOthers,
  path: '/operator/operators/:id/invite',
  reply: 'nothing',
  refusals: { own_account: 409, last_administrator: 409 },
  summary: 'Ends what an operator comes in by and mails them a new link',
})

export const closeOperator = call({
  ...overOthers,
  path: '/operator/operators/:id/close',
  reply: 'nothing',
  refusals: { own_account: 409, last_administrator: 409 },
  summary: 'Lets an operator in no more, and ends their sessions',
})

export const saveRoles = call({
  ...overOthers,
  path: '/operator/operators/:id/roles',
  body: z.strictObject({ roles: Roles, version: SeenVersion }),
  reply: 'nothing',
  refusals: { invalid: 400, own_administrator: 409, last_administrator: 409 },
  summary: 'Says what an operator may do, from their next request on; they are told by mail',
})
