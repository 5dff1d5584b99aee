import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RevisionNotice } from '#db/tables.ts'
import { updateRows } from '#kit/server/bulk-rows.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import { doublingPauses, type WorkQueue } from '#kit/server/work-queue.ts'
import type { NoticeState } from '../rules.ts'

export type NoticeRow = Selectable<RevisionNotice>

/** The notices that wait to be prepared: drawn, stored, and given to the outbox or to the post. */
export const noticeQueue: WorkQueue<NoticeRow> = {
  table: 'revision_notice',
  key: ['customer_id', 'notice_id'],
  due: 'due_at',
  waiting: sql`state = 'waiting'`,
  tries: 'tries',
  maxTries: 8,
  pausesSeconds: doublingPauses(60, 3_600),
  isDistributed: true,
}

/** How many notices are read or changed at a time: a revision may have very many. */
export const noticesPerBatch = 500

/** Condition that a notice comes after another one in the order of their keys; true without one. */
export function isAfterNotice(last: Pick<NoticeRow, 'customer_id' | 'notice_id'> | undefined): RawBuilder<boolean> {
  if (!last) return sql<boolean>`true`
  return sql<boolean>`
    (revision_notice.customer_id, revision_notice.notice_id) > (${last.customer_id}, ${last.notice_id}::uuid)`
}

/** Yields the notices of a revision in a state, a batch at a time in the order of their keys. */
export function readNoticeBatches(db: Database, revisionId: string, state: NoticeState): AsyncGenerator<NoticeRow[]> {
  return readBatches<NoticeRow>(noticesPerBatch, (last) =>
    db
      .selectFrom('revision_notice')
      .where('revision_id', '=', revisionId)
      .where('state', '=', state)
      .where(isAfterNotice(last))
      .orderBy('customer_id')
      .orderBy('notice_id')
      .limit(noticesPerBatch)
      .selectAll()
      .execute(),
  )
}

/** What is stored of a notice at once with others: its key and what changes. */
export type NoticeUpdate = Pick<NoticeRow, 'customer_id' | 'notice_id'> & Updateable<RevisionNotice>

/**
 * Stores what became of notices that are in a state, each its own, all with the same members; with `isOnlyWhileSending` not
 * where an operator has stopped the revision meanwhile. @returns the ids of those that were.
 */
export async function storeNotices(
  db: Database,
  notices: readonly NoticeUpdate[],
  { from, isOnlyWhileSending = false }: { from: NoticeState; isOnlyWhileSending?: boolean },
): Promise<Set<string>> {
  const isSending = sql`exists (select from revision
    where revision.revision_id = revision_notice.revision_id and revision.state = 'sending')`
  const where = sql<boolean>`revision_notice.state = ${from} ${isOnlyWhileSending ? sql`and ${isSending}` : sql``}`
  const key = ['customer_id', 'notice_id'] as const
  const stored = await updateRows(db, { table: 'revision_notice', key, rows: notices, where })
  return new Set(stored.map(({ notice_id }) => notice_id))
}

/** Returns the notices of a holder's contracts that were sent, the latest revision first. */
export function findOwnNotices(db: Database, { customerIds }: { customerIds: number[] }) {
  return selectOwnNotices(db, customerIds).orderBy('applies_on', 'desc').orderBy('contract.name').execute()
}

/** Returns a notice that was sent, or undefined if it is not theirs. */
export function findOwnNotice(db: Database, { customerIds, noticeId }: { customerIds: number[]; noticeId: string }) {
  return selectOwnNotices(db, customerIds).where('notice_id', '=', noticeId).executeTakeFirst()
}
export type OwnNotice = NonNullable<Awaited<ReturnType<typeof findOwnNotice>>>

function selectOwnNotices(db: Database, customerIds: number[]) {
  return db
    .selectFrom('revision_notice')
    .innerJoin('revision', 'revision.revision_id', 'revision_notice.revision_id')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'revision_notice.customer_id')
        .onRef('contract.contract_id', '=', 'revision_notice.contract_id'),
    )
    .where(isOneOf('revision_notice.customer_id', customerIds))
    .where(isOneOf('contract.customer_id', customerIds))
    .where('revision_notice.state', 'in', ['mailed', 'delivered', 'to_post', 'posted'])
    .selectAll('revision_notice')
    .select(['contract.name as contract_name', 'contract.energy', 'revision.kind', 'revision.applies_on'])
    .select(['promotion_name', 'penalty_percent', 'penalty_ends_on'])
}

/** Changes the notices of a batch that are still in a state. @returns how many were. */
export async function updateNotices(
  db: Database,
  notices: readonly NoticeRow[],
  from: NoticeState,
  change: Updateable<RevisionNotice>,
): Promise<number> {
  if (notices.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('revision_notice')
    .set(change)
    .where(isOneOf('customer_id', [...new Set(notices.map(({ customer_id }) => customer_id))]))
    .where(
      'notice_id',
      'in',
      notices.map(({ notice_id }) => notice_id),
    )
    .where('state', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns how many notices of a revision are in each state. */
export async function countNotices(db: Database, revisionId: string): Promise<Partial<Record<NoticeState, number>>> {
  const rows = await db
    .selectFrom('revision_notice')
    .where('revision_id', '=', revisionId)
    .groupBy('state')
    .select(['state', (row) => row.fn.countAll<number>().as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}
