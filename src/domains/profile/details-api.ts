import * as z from 'zod/mini'
import { call } from '#kit/call.ts'
import { ReadVersion, SeenVersion } from '#kit/seen-version.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { detailLimits } from './details-rules.ts'

const OwnDetails = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  /** An address that holds once the code that was sent to it has been typed, and until when that can be. */
  pending_email: z.nullable(z.object({ email: z.string(), until: z.iso.datetime({ offset: true }) })),
  /** Of name, address and telephone. */
  version: ReadVersion,
})
export type OwnDetails = z.output<typeof OwnDetails>

/** A name as somebody typed it. */
export const Name = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(detailLimits.name))

/** A telephone number as somebody typed it, or nothing. */
export const OwnPhone = z.string().check(
  z.trim(),
  z.maxLength(detailLimits.phone),
  z.refine((text) => text === '' || parsePhone(text) !== null, 'own_phone_invalid'),
)

/** An address of mail as somebody typed it. */
export const OwnEmail = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(detailLimits.email),
  z.refine((text) => text === '' || z.email().safeParse(text).success, 'own_email_invalid'),
)

const own = { versions: [2], access: 'customer' } as const

export const readOwnDetails = call({
  ...own,
  method: 'GET',
  path: '/me/details/',
  reply: OwnDetails,
  summary: 'Name, e-mail address and telephone of the own account',
})

export const changeOwnDetails = call({
  ...own,
  method: 'PUT',
  path: '/me/details/',
  freshAuthentication: true,
  body: z.strictObject({ name: Name, phone: OwnPhone, version: SeenVersion }),
  reply: OwnDetails,
  summary: 'Changes name and telephone of the own account',
})

export const requestOwnEmail = call({
  ...own,
  method: 'POST',
  path: '/me/email/',
  freshAuthentication: true,
  body: z.strictObject({ email: OwnEmail, version: SeenVersion }),
  reply: OwnDetails,
  refusals: { too_many_codes: 429 },
  summary: 'Sends a code to another e-mail address, which becomes that of the account once the code is typed',
})

export const confirmOwnEmail = call({
  ...own,
  method: 'POST',
  path: '/me/email/confirm',
  // A code is good once: whoever types it again is told that there is none.
  carriesSecrets: true,
  body: z.strictObject({
    code: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(detailLimits.code)),
  }),
  reply: OwnDetails,
  refusals: { code_wrong: 400, code_over: 409 },
  summary: 'Makes another e-mail address that of the account, by the code that was sent to it; the one before is told',
})
