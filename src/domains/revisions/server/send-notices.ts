import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { type NewMessage, queueMessages } from '#domains/messages/server/queue-message.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { RevisedYear, Revision } from '../revision.ts'
import { noticeEndOn } from '../rules.ts'
import type { NoticeContract } from './notice-contract.ts'
import { type NoticeRow, storeNotices, updateNotices } from './notice-store.ts'
import type { NoticeDeps } from './prepare-notices.ts'

/** A notice that is drawn and stored. */
export type PreparedNotice = {
  row: NoticeRow
  revision: Revision
  contract: NoticeContract
  year: RevisedYear | null
  fileKey: string
}

/** The texts of the mails. */
const mailOf = {
  ...({ prices: 'prices', terms: 'terms', renewal: 'renewal' } as const),
  ...({ promotion_end: 'promotionEnd', penalty_end: 'penaltyEnd' } as const),
} satisfies Record<Revision['kind'], string>

/**
 * Gives notices to the outbox or to the post, but those that have become late meanwhile. Their states and their mails are
 * stored in one transaction, so that no customer is told twice.
 */
export function sendNotices({ db, clock, contextFor }: Omit<NoticeDeps, 'files'>, prepared: readonly PreparedNotice[]) {
  const now = clock()
  const today = marketDayOf(now, 'Europe/Madrid')
  return db.transaction().execute(async (transaction) => {
    const open = await endNotices(transaction, prepared, today)
    const deliveries = open.map((notice) => ({ notice, messageId: isPosted(notice.contract) ? null : randomUUID() }))
    const updates = deliveries.map(({ notice: { row, year, fileKey }, messageId }) => ({
      ...{ customer_id: row.customer_id, notice_id: row.notice_id, state: messageId ? 'mailed' : 'to_post' },
      ...{ year, file_key: fileKey, message_id: messageId },
    }))
    const stored = await storeNotices(transaction, updates, { from: 'waiting', isOnlyWhileSending: true })
    const mails = deliveries.flatMap(({ notice, messageId }) =>
      messageId && stored.has(notice.row.notice_id) ? [mailFor(notice, { messageId, contextFor })] : [],
    )
    await queueMessages(transaction, mails, now)
  })
}

/**
 * Ends the waiting notices that do not go out on a day because of their revision: one that was stopped, or too late.
 * @returns the others.
 */
export async function endNotices<Notice extends { row: NoticeRow; revision: Revision }>(
  db: Database,
  notices: readonly Notice[],
  today: MarketDay,
): Promise<readonly Notice[]> {
  const byEnd = Map.groupBy(notices, ({ revision }) => noticeEndOn(revision, today)?.state)
  for (const ended of byEnd.values()) {
    const end = noticeEndOn(ended[0]!.revision, today)
    if (!end) continue
    const rows = ended.map(({ row }) => row)
    await updateNotices(db, rows, 'waiting', { state: end.state, late_reason: end.lateReason })
  }
  return byEnd.get(undefined) ?? []
}

function isPosted({ isByPost, hasUsers, email }: NoticeContract): boolean {
  return isByPost || !(hasUsers || email !== null)
}

function mailFor(
  { row, revision, contract, year, fileKey }: PreparedNotice,
  { messageId, contextFor }: Pick<NoticeDeps, 'contextFor'> & { messageId: string },
): NewMessage {
  const { t, locale } = contextFor(contract.locale)
  return {
    ...({ kind: `revisions.${mailOf[revision.kind]}`, messageId } as const),
    values: valuesOf(revision, contract, year),
    ...{ customerId: contract.customerId, contractId: contract.contractId, link: `/revisions/${row.notice_id}` },
    ...(contract.hasUsers ? {} : { toAddress: contract.email!, locale }),
    attachments: [{ fileKey, fileName: `${t('document.fileName', { contract: contract.name })}.pdf` }],
  }
}

function valuesOf(revision: Revision, { name, promotion, penalty }: NoticeContract, year: RevisedYear | null) {
  const values = {
    ...{ contract: name, day: revision.appliesOn, hasYear: year ? 'yes' : 'no', promotion: promotion ?? '' },
    penaltyDay: penalty && penalty.endsOn >= revision.appliesOn ? penalty.endsOn : 'none',
  }
  return { ...values, beforeCents: year?.beforeCents ?? 0, afterCents: year?.afterCents ?? 0 }
}
