import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { mailLinkDays } from '#domains/newsletter/rules.ts'
import { newsletterLink } from '#domains/newsletter/server/link.ts'
import { readersOf } from '#domains/newsletter/server/readers.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { requireSeen } from '#kit/server/content-version.ts'
import { byteOrderMark, csvTextLine } from '#kit/server/csv-text.ts'
import type { Serve } from '#kit/server/serve.ts'
import { addNewsletter, listNewslettersKept, saveNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { add, findNewsletter, holdNewsletter, newslettersKept, save } from './newsletter-store.ts'

type Needs = {
  serve: Serve
  db: Kysely<DB>
  newsletterKeys: KeyRing
  clock: () => Date
  /** The portal as its readers open it, with its base path. */
  addressOf: (request: FastifyRequest) => string
  /** The words of this desk. */
  wordsOf: (locale: Locale) => (key: string) => string
}

/** The desk where newsletters are made, named and put in order. */
export function newsletterDeskRoutes({ serve, db, newsletterKeys, clock, addressOf, wordsOf }: Needs) {
  serve(listNewslettersKept, ({ actor, query }) => newslettersKept(db, query, actor.locale))

  serve(addNewsletter, ({ actor, body, request }) =>
    db.transaction().execute(async (db) => {
      const id = await add(db, body)
      const entry = { subject: `newsletter:${id}`, after: body, requestId: request.id }
      await writeAudit(db, { action: 'newsletter_added', actorUserId: actor.userId, ...entry })
      return { id }
    }),
  )

  serve(saveNewsletter, {
    find: ({ params }) => findNewsletter(db, params.id),
    async act({ actor, subject, body: { version: seen, ...body }, request }) {
      const { newsletter_id: id, names, descriptions, priority, is_active, is_exported } = subject
      await db.transaction().execute(async (db) => {
        requireSeen(seen, await holdNewsletter(db, id))
        await save(db, id, body)
        await writeAudit(db, {
          action: 'newsletter_changed',
          actorUserId: actor.userId,
          subject: `newsletter:${id}`,
          before: { names, descriptions, order: priority, active: is_active, locked: is_exported },
          after: body,
          requestId: request.id,
        })
      })
      return undefined
    },
  })

  serve(exportSubscribers, {
    find: ({ params }) => findNewsletter(db, params.id),
    async act({ actor: { userId, locale }, subject: { newsletter_id: newsletterId }, request }) {
      const { isExported, readers } = (await readersOf(db, newsletterId))!
      await writeAudit(db, {
        action: 'subscribers_exported',
        actorUserId: userId,
        subject: `newsletter:${newsletterId}`,
        after: { count: readers.length },
        requestId: request.id,
      })
      const [say, address, now] = [wordsOf(locale), addressOf(request), clock()]
      async function* lines() {
        yield byteOrderMark +
          csvTextLine(
            ['email', 'language', 'link'].map((each) => say(`document.${each}`)),
            locale,
          )
        for (const { subscriberId, email, locale: language } of readers) {
          // Whoever keeps the list of an exported one also lets people leave it.
          const holder = { subscriberId, newsletterId }
          const link = isExported
            ? null
            : await newsletterLink(holder, { keys: newsletterKeys, now, days: mailLinkDays })
          yield csvTextLine([email, language, link && address + link], locale)
        }
      }
      return {
        content: Readable.from(lines()),
        fileName: `${say('document.file')}-${newsletterId}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    },
  })
}
