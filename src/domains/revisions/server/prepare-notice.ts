import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { drawLarge } from '#domains/customers/server/draw-in-format.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { RevisedYear, Revision } from '../revision.ts'
import { noticeStateOn } from '../rules.ts'
import { drawNotice, type NoticeContext } from './draw-notice.ts'
import { findNoticeContract, type NoticeContract } from './notice-contract.ts'
import { type NoticeRow, noticeKeyOf, updateNotice } from './notice-store.ts'
import { calculateRevisedYear } from './revised-year.ts'
import type { SharedReads } from './shared-reads.ts'

export type NoticeDeps = {
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The languages and branding of notices in a language, or in that of the portal. */
  contextFor: (locale: Locale | null) => NoticeContext
}

/**
 * Prepares the notice of a contract: draws and stores it, and gives it to the outbox, or to the post where its holder
 * chose it or nobody has an address. What would be late is not sent. A contract that ended meanwhile needs no notice.
 */
export async function prepareNotice(deps: NoticeDeps, row: NoticeRow, reads: SharedReads): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  const today = marketDayOf(now, 'Europe/Madrid')
  const key = noticeKeyOf(row)
  const revision = await reads.revisionOf(row.revision_id)
  if (revision.state === 'stopped') return void (await updateNotice(db, key, ['waiting'], { state: 'stopped' }))
  if (noticeStateOn('waiting', today, revision.notifyBy) === 'too_late')
    return void (await updateNotice(db, key, ['waiting'], { state: 'too_late', lateReason: 'prepared_late' }))
  const contract = await findNoticeContract(db, { customerId: row.customer_id, contractId: row.contract_id, now })
  if (!contract) return void (await updateNotice(db, key, ['waiting'], { state: 'stopped' }))
  const at = { today, now, regulatedPrices: await reads.regulatedPrices() }
  const year = revision.prices && (await calculateRevisedYear(db, contract, revision.prices, at))
  const fileKey = await storeNotice(deps, { revision, contract, year, writtenAt: now })
  await sendNotice(deps, row, { revision, contract, year, fileKey, now })
}

/** The texts of the mails. */
const mailOf = {
  ...({ prices: 'prices', terms: 'terms', renewal: 'renewal' } as const),
  ...({ promotion_end: 'promotionEnd', penalty_end: 'penaltyEnd' } as const),
} satisfies Record<Revision['kind'], string>

type Prepared = {
  revision: Revision
  contract: NoticeContract
  year: RevisedYear | null
  fileKey: string
  now: Date
}

async function storeNotice(
  { files, contextFor }: NoticeDeps,
  notice: Parameters<typeof drawNotice>[0],
): Promise<string> {
  const context = contextFor(notice.contract.locale)
  return files.put(await drawLarge(notice.contract.needsLargePrint, () => drawNotice(notice, context)))
}

/** The state and the mail of a notice are stored in one transaction, so that no customer is told twice. */
function sendNotice(
  { db, contextFor }: NoticeDeps,
  row: NoticeRow,
  { revision, contract, year, fileKey, now }: Prepared,
): Promise<void> {
  const key = noticeKeyOf(row)
  return db.transaction().execute(async (transaction) => {
    const hasAddress = contract.hasUsers || contract.email !== null
    const isPosted = contract.isByPost || !hasAddress
    const state = isPosted ? 'to_post' : 'mailed'
    const messageId = randomUUID()
    const change = { state, year, fileKey, isOnlyWhileSending: true, ...(!isPosted && { messageId }) } as const
    if (!(await updateNotice(transaction, key, ['waiting'], change)) || isPosted) return
    const { t, locale } = contextFor(contract.locale)
    await queueMessage(
      transaction,
      {
        ...({ kind: `revisions.${mailOf[revision.kind]}`, messageId } as const),
        values: valuesOf(revision, contract, year),
        ...{ customerId: contract.customerId, contractId: contract.contractId, link: `/revisions/${row.notice_id}` },
        ...(contract.hasUsers ? {} : { toAddress: contract.email!, locale }),
        attachments: [{ fileKey, fileName: `${t('document.fileName', { contract: contract.name })}.pdf` }],
      },
      now,
    )
  })
}

function valuesOf(revision: Revision, { name, promotion, penalty }: NoticeContract, year: RevisedYear | null) {
  const values = {
    ...{ contract: name, day: revision.appliesOn, hasYear: year ? 'yes' : 'no', promotion: promotion ?? '' },
    penaltyDay: penalty && penalty.endsOn >= revision.appliesOn ? penalty.endsOn : 'none',
  }
  return { ...values, beforeCents: year?.beforeCents ?? 0, afterCents: year?.afterCents ?? 0 }
}
