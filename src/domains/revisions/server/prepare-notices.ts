import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { drawLarge } from '#domains/customers/server/draw-in-format.ts'
import type { RunLimited } from '#kit/server/concurrency-limit.ts'
import type { FailedRow } from '#kit/server/queue-runner.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Revision } from '../revision.ts'
import { drawNotice, type NoticeContext } from './draw-notice.ts'
import { findKnownYears } from './known-years.ts'
import { findNoticeContracts, type NoticeContract } from './notice-contract.ts'
import { type NoticeRow, updateNotices } from './notice-store.ts'
import { calculateRevisedYear, type KnownYear } from './revised-year.ts'
import { endNotices, type PreparedNotice, sendNotices } from './send-notices.ts'
import type { SharedReads } from './shared-reads.ts'

export type NoticeDeps = {
  db: Kysely<DB>
  files: Files
  clock: () => Date
  /** The languages and branding of notices in a language, or in that of the portal. */
  contextFor: (locale: Locale | null) => NoticeContext
}

type PrepareDeps = NoticeDeps & { reads: SharedReads; runLimited: RunLimited }

/**
 * Prepares a batch of notices: draws and stores each, and gives them to the outbox, or to the post where a holder chose it
 * or nobody has an address. What would be late is not sent. A contract that ended meanwhile needs no notice. What the
 * notices need is read for all of them at once. @returns those that failed; the others are sent.
 */
export async function prepareNotices(deps: PrepareDeps, rows: readonly NoticeRow[]): Promise<FailedRow<NoticeRow>[]> {
  const { db, reads, runLimited } = deps
  const now = deps.clock()
  const today = marketDayOf(now, 'Europe/Madrid')
  const announced = await Promise.all(
    rows.map(async (row) => ({ row, revision: await reads.revisionOf(row.revision_id) })),
  )
  const open = await endNotices(db, announced, today)
  const drafts = await addContracts(db, open, { today, now })
  const prepared: PreparedNotice[] = []
  const failures: FailedRow<NoticeRow>[] = []
  await Promise.all(
    drafts.map((draft) =>
      runLimited(() => prepareNotice(deps, draft, now)).then(
        (notice) => prepared.push(notice),
        (error: Error) => failures.push({ row: draft.row, error }),
      ),
    ),
  )
  await sendNotices(deps, prepared)
  return failures
}

type AnnouncedNotice = { row: NoticeRow; revision: Revision }
type NoticeDraft = AnnouncedNotice & { contract: NoticeContract; known: KnownYear | undefined }

/** Adds their contracts to notices, with what is known of their year. Those without a contract any more are stopped. */
async function addContracts(
  db: Kysely<DB>,
  notices: readonly AnnouncedNotice[],
  at: { today: string; now: Date },
): Promise<NoticeDraft[]> {
  const keys = notices.map(({ row }) => ({ customerId: row.customer_id, contractId: row.contract_id }))
  const contracts = await findNoticeContracts(db, keys, at.today)
  const ofPrices = notices.flatMap(({ row, revision }) => (revision.prices && contracts.get(row.contract_id)) || [])
  const years = await findKnownYears(db, [...new Set(ofPrices)], at)
  const gone = notices.filter(({ row }) => !contracts.has(row.contract_id)).map(({ row }) => row)
  await updateNotices(db, gone, 'waiting', { state: 'stopped' })
  return notices.flatMap((notice) => {
    const contract = contracts.get(notice.row.contract_id)
    return contract ? [{ ...notice, contract, known: years.get(contract.contractId) }] : []
  })
}

async function prepareNotice(
  { files, contextFor, reads }: PrepareDeps,
  { row, revision, contract, known }: NoticeDraft,
  now: Date,
): Promise<PreparedNotice> {
  const { prices } = revision
  const today = marketDayOf(now, 'Europe/Madrid')
  const regulatedPrices = await reads.regulatedPrices()
  const year = prices && known ? calculateRevisedYear(contract, known, { prices, regulatedPrices, today }) : null
  const context = contextFor(contract.locale)
  const document = { revision, contract, year, writtenAt: now }
  const fileKey = await files.put(await drawLarge(contract.needsLargePrint, () => drawNotice(document, context)))
  return { row, revision, contract, year, fileKey }
}
