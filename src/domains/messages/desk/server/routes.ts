import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { MailTexts } from '../../server/render-message.ts'
import { listMails, retryMail } from '../api.ts'
import { findRetryHindrance } from '../rules.ts'
import { deliveryProgressOf, findMail, findMails, retryMessage } from './mail-store.ts'

type MailDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date; textsOf: MailTexts }

/** Registers the back-office routes for reading sent messages and retrying failed ones. */
export function mailDeskRoutes({ serve, db, clock, textsOf }: MailDeskDeps) {
  serve(listMails, ({ actor: { locale }, query }) => findMails(db, query, { textsOf, locale, now: clock() }))

  serve(retryMail, {
    find: ({ params }) => findMail(db, params.id),
    permit(message, refuse) {
      const hindrance = findRetryHindrance(deliveryProgressOf(message), clock())
      if (hindrance) throw refuse(hindrance)
    },
    async act({ actor, subject: { message_id: messageId, kind, customer_id }, request }, refuse) {
      await db.transaction().execute(async (db) => {
        if (!(await retryMessage(db, messageId, clock()))) throw refuse('not_retriable')
        await auditChange({
          ...{ db, actor, request },
          action: 'mail_retried',
          customerId: customer_id,
          subject: `message:${messageId}`,
          after: { kind },
        })
      })
      return undefined
    },
  })
}
