import * as z from 'zod/mini'
import { longestPassword } from '#domains/session/rules.ts'
import { call } from '#kit/call.ts'
import { accountLimits, linkPurposes } from './rules.ts'

/** What somebody does before there is a session. */
const visitor = { method: 'POST', versions: [1, 2], access: 'anyone', carriesSecrets: true } as const

function text(longest: number) {
  return z.string().check(z.maxLength(longest))
}

const SignUp = z.strictObject({
  nif: text(accountLimits.nif),
  contract: text(accountLimits.contract),
  email: text(accountLimits.email),
  email2: text(accountLimits.email),
  accept_conditions: z.boolean(),
  accept_gdpr: z.boolean(),
  phone: z.optional(text(accountLimits.phone)),
  invoiceNumber: z.optional(text(accountLimits.invoiceNumber)),
})

export const signUp = call({
  ...visitor,
  path: '/signup/confirm',
  /** The specification calls the payload FormConfirm, which some programs take for a wrapping. */
  body: z.union([SignUp, z.strictObject({ FormConfirm: SignUp })]),
  reply: z.object({
    result: z.object({
      render: z.object({
        /** Why nothing was asked for, in sentences; none when it was. Other servers write them by field. */
        errors: z.union([z.array(z.string()), z.record(z.string(), z.union([z.string(), z.array(z.string())]))]),
        /** What happens next. */
        body: z._default(z.string(), ''),
      }),
    }),
  }),
  refusals: { signup_closed: 403, password_login_off: 403, too_many_attempts: 429 },
  summary:
    'Asks for an account for an existing contract; the answer is the same whether contract and NIF belong together',
})

/** The secret of a mailed link, for programs; a browser that came by the link has it in a cookie. */
const Link = z.optional(text(accountLimits.link))
const NewPassword = z.strictObject({
  link: Link,
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(longestPassword)),
})

/** What became of a link that opens nothing any more. */
const LinkOutcome = z.object({
  /** When a password was chosen by it; null for one that ended unused. */
  used_at: z.nullable(z.iso.datetime({ offset: true })),
  /** What it was mailed to sign, and how that stands. */
  signature: z.nullable(
    z.object({
      title: z.string(),
      url: z.string(),
      state: z.enum(['waiting', 'signed', 'expired', 'cancelled']),
      signed_at: z.nullable(z.iso.datetime({ offset: true })),
    }),
  ),
})
export type LinkOutcome = z.output<typeof LinkOutcome>

export const readLink = call({
  method: 'GET',
  path: '/user/link/:purpose',
  versions: [2],
  access: 'anyone',
  carriesSecrets: true,
  reply: z.object({
    /** Whether the link that this browser came by can still be used. */
    is_open: z.boolean(),
    /** The log-in that the password is for. */
    user: z.nullable(z.string()),
    /** Null while it is open, and for one that nobody made. */
    outcome: z.optional(z.nullable(LinkOutcome)),
  }),
  summary: `What became of the mailed link that this browser came by; its purpose is one of ${linkPurposes.join(', ')}`,
})

export const activateAccount = call({
  ...visitor,
  path: '/signup/activate',
  body: NewPassword,
  reply: z.object({
    token: z.string(),
    /** The page of what the link was mailed to sign, in key form. Another server may tell none. */
    signature_url: z.optional(z.nullable(z.string())),
  }),
  refusals: { invalid: 400, link_over: 410, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Sets the first password of an account by a mailed link, once, and signs in',
})

export const askForReset = call({
  ...visitor,
  path: '/user/reset/',
  body: z.strictObject({ email: text(accountLimits.email), nif: text(accountLimits.nif) }),
  reply: z.object({ status: z.literal('OK') }),
  refusals: { invalid: 400, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Asks for a new password; the answer is the same whether there is such an account',
})

export const resetPassword = call({
  ...visitor,
  path: '/user/reset/password',
  body: NewPassword,
  reply: z.object({ status: z.literal('OK') }),
  refusals: { invalid: 400, link_over: 410, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Sets a new password by a mailed link, once; every session of the account ends',
})
