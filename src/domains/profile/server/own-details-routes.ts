import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import type { Serve } from '#kit/server/serve.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import {
  changeOwnDetails,
  chooseDocumentFormats,
  confirmOwnEmail,
  readOwnDetails,
  requestOwnEmail,
} from '../details-api.ts'
import { emailCodeLimits } from '../details-rules.ts'
import {
  changeOwnDetailsOf,
  chooseFormatsOf,
  confirmEmailChange,
  type EmailCodes,
  findOwnDetails,
  requestEmailChange,
} from './own-details.ts'

type OwnDetailsRouteDeps = { serve: Serve; db: Kysely<DB>; codes: EmailCodes; clock: () => Date }

/**
 * Registers the calls by which users read and change their own details, and confirm a new e-mail address by a code sent
 * to it.
 */
export function ownDetailsRoutes({ serve, db, codes, clock }: OwnDetailsRouteDeps) {
  const editContextOf = ({ userId }: CustomerActor, { id }: { id: string }) => ({ userId, requestId: id, now: clock() })

  serve(readOwnDetails, ({ actor }) => findOwnDetails(db, actor.userId, clock()))

  serve(changeOwnDetails, ({ actor, body: { name, phone, version }, request }) =>
    changeOwnDetailsOf(
      db,
      { name, phone: phone === '' ? null : parsePhone(phone), version },
      editContextOf(actor, request),
    ),
  )

  serve(chooseDocumentFormats, async ({ actor, body: { formats }, request }) => ({
    formats: await chooseFormatsOf(db, formats, editContextOf(actor, request)),
  }))

  serve(requestOwnEmail, async ({ actor, body: { email, version }, request }, refuse) => {
    const now = clock()
    const current = await findOwnDetails(db, actor.userId, now)
    if (current.email.toLowerCase() === email.toLowerCase())
      throw new Refused('invalid', 400, { fields: { email: ['own_email_same'] } })
    const retryAfterSeconds = await countVisit(db, [codeLimit(actor), addressLimit(email)], now)
    if (retryAfterSeconds > 0) throw refuse('too_many_codes', { retryAfterSeconds })
    return requestEmailChange(db, codes, { email, version, locale: actor.locale }, editContextOf(actor, request))
  })

  serve(confirmOwnEmail, async ({ actor, body: { code }, request }, refuse) => {
    const digits = code.replace(/\s/g, '')
    const result = await confirmEmailChange(
      db,
      codes,
      { code: digits, locale: actor.locale },
      editContextOf(actor, request),
    )
    if (result === 'code_wrong') throw refuse('code_wrong', { fields: { code: ['email_code_wrong'] } })
    if (result === 'code_over') throw refuse('code_over')
    return result
  })
}

function codeLimit({ userId }: CustomerActor) {
  const limit = { what: 'own email', per: 'key', maxCount: emailCodeLimits.maxPerHour, minutes: 60 } as const
  return { ...limit, value: `user ${userId}` }
}

// Keeps the portal from flooding a mailbox.
function addressLimit(email: string) {
  return { what: 'own email', per: 'email', value: email, maxCount: emailCodeLimits.maxPerHour, minutes: 60 } as const
}
