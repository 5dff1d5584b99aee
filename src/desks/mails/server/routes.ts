import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { MailTexts } from '#domains/messages/server/words.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listMails, retryMail } from '../api.ts'
import { hindranceTo } from '../rules.ts'
import { faredOf, findMail, mailsOf, retry } from './mail-store.ts'

type Needs = { serve: Serve; db: Kysely<DB>; clock: () => Date; textsOf: MailTexts }

/** The desk where is read what was sent to whom, and sent again what could not be. */
export function mailDeskRoutes({ serve, db, clock, textsOf }: Needs) {
  serve(listMails, ({ actor: { locale }, query }) => mailsOf(db, query, { textsOf, locale, now: clock() }))

  serve(retryMail, {
    find: ({ params }) => findMail(db, params.id),
    permit(message, refuse) {
      const hindrance = hindranceTo(faredOf(message), clock())
      if (hindrance) throw refuse(hindrance)
    },
    async act({ actor, subject: { message_id: messageId, kind, customer_id }, request }, refuse) {
      await db.transaction().execute(async (db) => {
        if (!(await retry(db, messageId, clock()))) throw refuse('not_retriable')
        await writeAudit(db, {
          action: 'mail_retried',
          actorUserId: actor.userId,
          customerId: customer_id ?? undefined,
          subject: `message:${messageId}`,
          after: { kind },
          requestId: request.id,
        })
      })
      return undefined
    },
  })
}
