import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { countVisit } from '#domains/session/server/visitor-throttle.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { Refused } from '#kit/refusal.ts'
import type { Serve } from '#kit/server/serve.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import { changeOwnDetails, confirmOwnEmail, readOwnDetails, requestOwnEmail } from '../details-api.ts'
import { emailCode } from '../details-rules.ts'
import { changeDetails, confirmEmail, type EmailCodes, ownDetailsOf, requestEmail } from './own-details.ts'

type DetailRouteDeps = { serve: Serve; db: Kysely<DB>; codes: EmailCodes; clock: () => Date }

/** What people say of themselves: read, changed, and a new address of mail confirmed by a code that is sent to it. */
export function detailRoutes({ serve, db, codes, clock }: DetailRouteDeps) {
  const editOf = ({ userId }: CustomerActor, { id }: { id: string }) => ({ userId, requestId: id, now: clock() })

  serve(readOwnDetails, ({ actor }) => ownDetailsOf(db, actor.userId, clock()))

  serve(changeOwnDetails, ({ actor, body: { name, phone, version }, request }) =>
    changeDetails(db, { name, phone: phone === '' ? null : parsePhone(phone), version }, editOf(actor, request)),
  )

  serve(requestOwnEmail, async ({ actor, body: { email, version }, request }, refuse) => {
    const now = clock()
    const present = await ownDetailsOf(db, actor.userId, now)
    if (present.email.toLowerCase() === email.toLowerCase())
      throw new Refused('invalid', 400, { fields: { email: ['own_email_same'] } })
    const retryAfterSeconds = await countVisit(db, [codeLimit(actor), addressLimit(email)], now)
    if (retryAfterSeconds > 0) throw refuse('too_many_codes', { retryAfterSeconds })
    return requestEmail(db, codes, { email, version, locale: actor.locale }, editOf(actor, request))
  })

  serve(confirmOwnEmail, async ({ actor, body: { code }, request }, refuse) => {
    const typed = code.replace(/\s/g, '')
    const done = await confirmEmail(db, codes, { code: typed, locale: actor.locale }, editOf(actor, request))
    if (done === 'code_wrong') throw refuse('code_wrong', { fields: { code: ['email_code_wrong'] } })
    if (done === 'code_over') throw refuse('code_over')
    return done
  })
}

function codeLimit({ userId }: CustomerActor) {
  const limit = { what: 'own email', per: 'key', most: emailCode.mostPerHour, minutes: 60 } as const
  return { ...limit, value: `user ${userId}` }
}

// Nobody's mailbox is filled from here.
function addressLimit(email: string) {
  return { what: 'own email', per: 'email', value: email, most: emailCode.mostPerHour, minutes: 60 } as const
}
