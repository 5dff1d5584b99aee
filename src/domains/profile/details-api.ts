import * as z from 'zod/mini'
import { documentFormats } from '#domains/customers/document-formats.ts'
import { call } from '#kit/call.ts'
import { ExpectedVersion, ReplyVersion } from '#kit/edit-version.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { detailLimits } from './details-rules.ts'

const OwnDetails = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** A new e-mail address awaiting the code sent to it, and when that code expires. */
  pending_email: z.nullable(z.object({ email: z.string(), until: z.iso.datetime({ offset: true }) })),
  /** The formats in which the user needs documents and answers. */
  formats: z.optional(z.array(z.enum(documentFormats))),
  /** Version of name, address and telephone. */
  version: ReplyVersion,
})
export type OwnDetails = z.output<typeof OwnDetails>

/** A name as entered by the user. */
export const NameInput = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(detailLimits.name))

/** A telephone number as entered by the user, or empty. */
export const OwnPhoneInput = z.string().check(
  z.trim(),
  z.maxLength(detailLimits.phone),
  z.refine((text) => text === '' || parsePhone(text) !== null, 'own_phone_invalid'),
)

/** An e-mail address as entered by the user. */
export const OwnEmailInput = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(detailLimits.email),
  z.refine((text) => text === '' || z.email().safeParse(text).success, 'own_email_invalid'),
)

const ownAccess = { versions: [2], access: 'customer' } as const

export const readOwnDetails = call({
  ...ownAccess,
  method: 'GET',
  path: '/me/details/',
  reply: OwnDetails,
  summary: 'Returns the name, e-mail address and telephone of the user’s own account',
})

export const changeOwnDetails = call({
  ...ownAccess,
  method: 'PUT',
  path: '/me/details/',
  freshAuthentication: true,
  body: z.strictObject({ name: NameInput, phone: OwnPhoneInput, version: ExpectedVersion }),
  reply: OwnDetails,
  summary: 'Changes the name and telephone of the user’s own account',
})

export const requestOwnEmail = call({
  ...ownAccess,
  method: 'POST',
  path: '/me/email/',
  freshAuthentication: true,
  body: z.strictObject({ email: OwnEmailInput, version: ExpectedVersion }),
  reply: OwnDetails,
  refusals: { too_many_codes: 429 },
  summary: 'Sends a code to another e-mail address, which becomes that of the account once the code is entered',
})

export const confirmOwnEmail = call({
  ...ownAccess,
  method: 'POST',
  path: '/me/email/confirm',
  // A code works once: a repeated call is told that there is none.
  hasSecrets: true,
  body: z.strictObject({
    code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(detailLimits.code)),
  }),
  reply: OwnDetails,
  refusals: { code_wrong: 400, code_over: 409 },
  summary:
    'Changes the e-mail address of the account with the code that was sent to the new one, and notifies the previous one',
})

export const chooseDocumentFormats = call({
  ...ownAccess,
  method: 'PUT',
  path: '/me/document-formats/',
  body: z.strictObject({ formats: z.array(z.enum(documentFormats)).check(z.maxLength(documentFormats.length)) }),
  reply: z.object({ formats: z.array(z.enum(documentFormats)) }),
  summary: 'Chooses the formats in which the user needs documents and answers',
})
