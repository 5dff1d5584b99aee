import * as z from 'zod/mini'
import { linkPurposes } from '#domains/session/link-purposes.ts'
import { maxPasswordLength } from '#domains/session/rules.ts'
import { call } from '#kit/call.ts'
import { accountLimits } from './rules.ts'

/** Settings that calls without a session share. */
const visitorCall = { method: 'POST', versions: [1, 2], access: 'anyone', hasSecrets: true } as const

function limitedText(maxLength: number) {
  return z.string().check(z.maxLength(maxLength))
}

const SignUp = z.strictObject({
  nif: limitedText(accountLimits.nif),
  contract: limitedText(accountLimits.contract),
  email: limitedText(accountLimits.email),
  email2: limitedText(accountLimits.email),
  accept_conditions: z.boolean(),
  accept_gdpr: z.boolean(),
  phone: z.optional(limitedText(accountLimits.phone)),
  invoiceNumber: z.optional(limitedText(accountLimits.invoiceNumber)),
})

export const signUp = call({
  ...visitorCall,
  path: '/signup/confirm',
  upstream: 'forwarded',
  /** The specification calls the payload FormConfirm, which some clients send as a wrapper. */
  body: z.union([SignUp, z.strictObject({ FormConfirm: SignUp })]),
  reply: z.object({
    result: z.object({
      render: z.object({
        /**
         * Why the request was refused, as sentences; empty if it was accepted. Upstream servers report them by field.
         */
        errors: z.union([z.array(z.string()), z.record(z.string(), z.union([z.string(), z.array(z.string())]))]),
        /** What happens next, as text. */
        body: z._default(z.string(), ''),
      }),
    }),
  }),
  refusals: { signup_closed: 403, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Requests an account for an existing contract; the answer is the same whether or not contract and NIF match',
})

/** The secret of a one-time link, for programs. A browser that followed the link has it in a cookie. */
const Link = z.optional(limitedText(accountLimits.link))
const NewPassword = z.strictObject({
  link: Link,
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(maxPasswordLength)),
})

/** The outcome of a link that can no longer be used. */
const LinkOutcome = z.object({
  /** When a password was set with it. Null if the link ended unused. */
  used_at: z.nullable(z.iso.datetime({ offset: true })),
  /** The document that the link was mailed to sign, and its status. */
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
  hasSecrets: true,
  reply: z.object({
    /** Whether the link that this browser followed can still be used. */
    is_open: z.boolean(),
    /** The login name that the password is for. */
    user: z.nullable(z.string()),
    /** Null while the link is open, and for a link that never existed. */
    outcome: z.optional(z.nullable(LinkOutcome)),
  }),
  summary: `Returns the state of the mailed link that opened this browser session; its purpose is one of ${linkPurposes.join(', ')}`,
})

export const activateAccount = call({
  ...visitorCall,
  path: '/signup/activate',
  body: NewPassword,
  reply: z.object({
    token: z.string(),
    /** The page of the document that the link was mailed to sign, in key form. An upstream server may omit it. */
    signature_url: z.optional(z.nullable(z.string())),
  }),
  refusals: { invalid: 400, link_over: 410, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Sets the first password of an account with a mailed link, once, and signs in',
})

export const requestPasswordReset = call({
  ...visitorCall,
  path: '/user/reset/',
  upstream: 'forwarded',
  body: z.strictObject({ email: limitedText(accountLimits.email), nif: limitedText(accountLimits.nif) }),
  reply: z.object({ status: z.literal('OK') }),
  refusals: { invalid: 400, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Requests a new password; the answer is the same whether or not the account exists',
})

export const resetPassword = call({
  ...visitorCall,
  path: '/user/reset/password',
  body: NewPassword,
  reply: z.object({ status: z.literal('OK') }),
  refusals: { invalid: 400, link_over: 410, password_login_off: 403, too_many_attempts: 429 },
  summary: 'Sets a new password with a mailed link, once; every session of the account ends',
})
