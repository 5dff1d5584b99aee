import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findOperatorsWithRole } from '#domains/operators/desk/server/operator-store.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { isUuid } from '#kit/is-uuid.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import { type ZipEntry, zipFiles } from '#kit/server/zip.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { countNotices } from '../../server/notice-store.ts'
import { isRevisionStarted, startRevision, stopSending } from '../../server/revision-store.ts'
import {
  listAllRevisions,
  listNotices,
  readDeskRevision,
  readRevisionChoices,
  recordPosting,
  startRevisionCall,
  stopRevision,
} from '../api.ts'
import { downloadLetters, downloadNoticeAsSent, exportNotices } from '../downloads.ts'
import { revisionRoles } from '../filters.ts'
import {
  countLetters,
  findDeskRevision,
  findDeskRevisions,
  findNoticeFile,
  findNotices,
  findRevisionChoices,
  markPosted,
  streamLetters,
  streamNotices,
} from './desk-store.ts'
import { revisionActRoutes } from './revision-acts.ts'

type RevisionDeskRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  files: Files
  clock: () => Date
  textsFor: (locale: Locale) => (key: string) => string
}

/** Registers the back-office calls of revisions: starting and stopping them, their notices, letters and proofs. */
export function revisionDeskRoutes({ serve, db, files, clock, textsFor }: RevisionDeskRouteDeps) {
  const today = () => marketDayOf(clock(), 'Europe/Madrid')
  const find = ({ params }: { params: { id: string } }) =>
    isUuid(params.id) ? findDeskRevision(db, params.id) : Promise.resolve(undefined)

  serve(listAllRevisions, ({ actor, query }) => findDeskRevisions(db, query, actor.userId))

  revisionActRoutes({ serve, db, clock, textsFor })

  serve(readRevisionChoices, async () => ({
    ...{ products: await findRevisionChoices(db, today()), today: today() },
    operators: await findOperatorsWithRole(db, revisionRoles, clock()),
  }))

  serve(readDeskRevision, {
    find,
    act: async ({ subject }) => ({ ...subject, counts: await countNotices(db, subject.id) }),
  })

  serve(startRevisionCall, async ({ body, actor, request }, refuse) => {
    const { kind, product_id: productId, tariff, applies_on: appliesOn, explanation } = body
    const now = clock()
    return db.transaction().execute(async (trx) => {
      if (kind === 'prices' && (await isRevisionStarted(trx, { productId, tariff, appliesOn })))
        throw refuse('revision_exists')
      const input = { kind, productId, tariff, appliesOn, explanation, userId: actor.userId, now }
      const started = await startRevision(trx, input)
      if (typeof started === 'string') throw refuse(started)
      const after = { kind, productId, tariff, appliesOn, notices: started.notices }
      const subject = `revision:${started.id}`
      await auditChange({ db: trx, actor, request, action: 'revision_started', subject, after })
      return { id: started.id, notices: started.notices, notify_by: started.notifyBy }
    })
  })

  serve(stopRevision, {
    find,
    act: ({ subject: { id, kind }, actor, request }, refuse) =>
      db.transaction().execute(async (trx) => {
        if (!(await stopSending(trx, { id, kind }, clock()))) throw refuse('revision_ended')
        await auditChange({ db: trx, actor, request, action: 'revision_stopped', subject: `revision:${id}` })
        return undefined
      }),
  })

  serve(listNotices, { find, act: ({ subject, query }) => findNotices(db, subject.id, query) })

  serve(recordPosting, {
    find,
    async act({ subject: { id, kind, notify_by }, body: { reference }, actor, request }, refuse) {
      if (today() > notify_by) throw refuse('notice_too_late')
      return db.transaction().execute(async (trx) => {
        const posted = await markPosted(trx, { id, kind }, { reference, now: clock() })
        if (posted === 0) throw refuse('nothing_to_post')
        const subject = `revision:${id}`
        await auditChange({ db: trx, actor, request, action: 'revision_posted', subject, after: { posted, reference } })
        return { posted }
      })
    },
  })

  serve(downloadLetters, {
    find,
    async act({ subject: { id }, actor, request }) {
      const after = { letters: await countLetters(db, id) }
      await auditAction({ db, actor, request, action: 'revision_letters_read', subject: `revision:${id}`, after })
      const content = Readable.from(zipFiles(listEntries(id, actor.locale), clock()))
      return { content, fileName: `revision-${id}.zip`, mediaType: 'application/zip' }
    },
  })

  serve(exportNotices, {
    find,
    async act({ subject: { id }, actor, request }) {
      await auditAction({ db, actor, request, action: 'revision_notices_exported', subject: `revision:${id}` })
      const content = Readable.from(writeCsv(id, actor.locale))
      return { content, fileName: `revision-${id}.csv`, mediaType: 'text/csv; charset=utf-8' }
    },
  })

  serve(downloadNoticeAsSent, {
    find: ({ params }) => (isUuid(params.notice) ? findNoticeFile(db, params.notice) : Promise.resolve(undefined)),
    async act({ subject, params, actor, request }) {
      const { customer_id: customerId, name } = subject
      const notice = `revision_notice:${params.notice}`
      await auditAction({ db, actor, request, action: 'revision_notice_read', subject: notice, customerId })
      return { content: await read(subject.file_key!), fileName: `${name}.pdf`, mediaType: 'application/pdf' }
    },
  })

  async function read(key: string): Promise<Readable> {
    const content = await files.get(key)
    if (!content) throw new Error('A notice of a revision has no file.')
    return content
  }

  async function* listEntries(id: string, locale: Locale): AsyncGenerator<ZipEntry> {
    yield { name: 'addresses.csv', content: writeAddresses(id, locale) }
    for await (const { file_key, contract } of streamLetters(db, id))
      yield { name: `${contract}.pdf`, content: await read(file_key), isPacked: true }
  }

  async function* writeAddresses(id: string, locale: Locale): AsyncGenerator<string> {
    const t = textsFor(locale)
    const head = [t('letters.file'), t('letters.contract'), t('letters.addressee'), t('letters.address')]
    yield byteOrderMark + formatCsvLine(head, locale)
    for await (const { contract, addressee, address } of streamLetters(db, id))
      yield formatCsvLine([`${contract}.pdf`, contract, addressee, address], locale)
  }

  async function* writeCsv(id: string, locale: Locale): AsyncGenerator<string> {
    const t = textsFor(locale)
    const columns = ['contract', 'holder', 'state', 'lateReason', 'deliveredAt', 'deliveredTo', 'reference', 'leftAt']
    yield byteOrderMark
    yield formatCsvLine(
      columns.map((column) => t(`notices.${column}`)),
      locale,
    )
    for await (const notice of streamNotices(db, id)) {
      const { contract, holder, state, late_reason, delivered_at, delivered_to, posting_reference, left_at } = notice
      const reason = late_reason && t(`lateReasons.${late_reason}`)
      const cells = [contract, holder, t(`noticeStates.${state}`), reason, delivered_at, delivered_to.join(' ')]
      yield formatCsvLine([...cells, posting_reference, left_at], locale)
    }
  }
}
