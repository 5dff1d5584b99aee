import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { requireExpectedVersion } from '#kit/server/content-version.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { mailLinkDays } from '../../rules.ts'
import { findSubscribersOf } from '../../server/find-subscribers-of.ts'
import { createNewsletterLink } from '../../server/newsletter-link.ts'
import { addNewsletter, listAllNewsletters, saveNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import {
  findNewsletter,
  findNewsletters,
  insertNewsletter,
  lockNewsletter,
  updateNewsletter,
} from './newsletter-store.ts'

type NewsletterDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  newsletterKeys: KeyRing
  clock: () => Date
  /** Returns the public URL of the portal, with its base path. */
  addressOf: (request: FastifyRequest) => string
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
}

/** Registers the back-office routes for adding, naming and ordering newsletters. */
export function newsletterDeskRoutes({ serve, db, newsletterKeys, clock, addressOf, textsFor }: NewsletterDeskDeps) {
  serve(listAllNewsletters, ({ actor, query }) => findNewsletters(db, query, actor.locale))

  serve(addNewsletter, ({ actor, body, request }) =>
    db.transaction().execute(async (db) => {
      const id = await insertNewsletter(db, body)
      await auditChange({ db, actor, request, action: 'newsletter_added', subject: `newsletter:${id}`, after: body })
      return { id }
    }),
  )

  serve(saveNewsletter, {
    find: ({ params }) => findNewsletter(db, params.id),
    async act({ actor, subject, body: { version: seen, ...body }, request }) {
      const { newsletter_id: id, names, descriptions, priority, is_active, is_exported } = subject
      await db.transaction().execute(async (db) => {
        requireExpectedVersion(seen, await lockNewsletter(db, id))
        await updateNewsletter(db, id, body)
        await auditChange({
          ...{ db, actor, request },
          action: 'newsletter_changed',
          subject: `newsletter:${id}`,
          before: { names, descriptions, order: priority, active: is_active, locked: is_exported },
          after: body,
        })
      })
      return undefined
    },
  })

  serve(exportSubscribers, {
    find: ({ params }) => findNewsletter(db, params.id),
    async act({ actor, subject: { newsletter_id: newsletterId }, request }) {
      const { isExported, readers } = (await findSubscribersOf(db, newsletterId))!
      await auditAction({
        ...{ db, actor, request },
        action: 'subscribers_exported',
        subject: `newsletter:${newsletterId}`,
        after: { count: readers.length },
      })
      const { locale } = actor
      const [textOf, address, now] = [textsFor(locale), addressOf(request), clock()]
      async function* lines() {
        yield byteOrderMark +
          formatCsvLine(
            ['email', 'language', 'link'].map((each) => textOf(`document.${each}`)),
            locale,
          )
        for (const { subscriberId, email, locale: language } of readers) {
          // The list of an exported newsletter is managed elsewhere, and so are its unsubscriptions.
          const holder = { subscriberId, newsletterId }
          const link = isExported
            ? null
            : await createNewsletterLink(holder, { keys: newsletterKeys, now, days: mailLinkDays })
          yield formatCsvLine([email, language, link && address + link], locale)
        }
      }
      return {
        content: Readable.from(lines()),
        fileName: `${textOf('document.file')}-${newsletterId}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })
}
