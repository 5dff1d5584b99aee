import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { MailTexts } from '../../server/render-message.ts'
import { listMails, readMail, retryMail } from '../api.ts'
import { readMailHtml } from '../downloads.ts'
import { findRetryHindrance } from '../rules.ts'
import { deliveryProgressOf, findMail, findMails, retryMessage } from './mail-store.ts'
import { findSentMail, findSentMails, withoutLinks } from './sent-mail-store.ts'

const framePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox"

type MailDeskDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date; textsOf: MailTexts }

/** Registers the back-office routes for listing and reading messages, and for retrying failed ones. */
export function mailDeskRoutes({ serve, db, clock, textsOf }: MailDeskDeps) {
  serve(listMails, ({ actor: { locale }, query }) => findMails(db, query, { textsOf, locale, now: clock() }))

  serve(readMail, {
    find: ({ params }) => findMail(db, params.id),
    async act({ actor, subject: { message_id: messageId, kind, customer_id, attachments }, request }) {
      await auditAction({
        ...{ db, actor, request },
        action: 'mail_read',
        customerId: customer_id,
        subject: `message:${messageId}`,
        after: { kind },
      })
      return {
        copies: (await findSentMails(db, messageId)).map((copy) => ({
          ...{ id: copy.sent_mail_id, address: copy.masked_address, sent_at: copy.sent_at.toISOString() },
          ...{ subject: copy.subject, text: copy.body },
        })),
        files: (attachments as { fileName: string }[]).map(({ fileName }) => fileName),
      }
    },
  })

  serve(readMailHtml, {
    find: ({ params }) => findSentMail(db, params),
    async act({ subject: { html }, reply }) {
      // It is shown in a frame of the page, and can do nothing there, nor in a window of its own.
      reply.header('content-security-policy', framePolicy).header('x-frame-options', 'SAMEORIGIN')
      return {
        content: Buffer.from(withoutLinks(html)),
        fileName: 'mail.html',
        mediaType: 'text/html; charset=utf-8',
        isInline: true,
      }
    },
  })

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
