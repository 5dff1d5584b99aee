import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { RevisionNotice } from '#db/tables.ts'
import { assigneeConditions } from '#kit/backoffice/server/assignee-conditions.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { readBatches } from '#kit/server/read-batches.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { isNotified, type NoticeState, type RevisionKind, type RevisionState } from '../../rules.ts'
import { finishAgreedDuties } from '../../server/agreed-duties.ts'
import {
  countNotices,
  isAfterNotice,
  noticesPerBatch,
  readNoticeBatches,
  updateNotices,
} from '../../server/notice-store.ts'
import type { DeskRevision, ListedNotice, noticeFilters, RevisionChoices } from '../api.ts'
import type { progressFilters } from '../filters.ts'

type RevisionRow = Omit<DeskRevision, 'started_at' | 'contracts' | 'notified'> & { started_at: Date }

const revisionColumns = sql`revision_id::text as id, kind, coalesce(commercial_name, product.name) as product, tariff,
  applies_on, notify_by, state, started_at,
  case when operator.user_id is not null then json_build_object('id', operator.user_id, 'name', operator.name) end as assignee`
const revisionTables = sql`revision join product using (product_id)
  left join user_account operator on operator.user_id = assigned_to_user_id`

type RevisionFilters = {
  kind?: RevisionKind | undefined
  state?: RevisionState | undefined
  progress?: (typeof progressFilters)[number] | undefined
  assignee?: string | undefined
}

const statesOf = {
  to_post: ['to_post'],
  not_sent: ['too_late', 'failed'],
} as const satisfies Record<(typeof progressFilters)[number], readonly NoticeState[]>

/** Returns the revisions of which some notice is in one of these states. */
async function findRevisionsWith(db: Database, states: readonly NoticeState[]): Promise<string[]> {
  const rows = await db
    .selectFrom('revision_notice')
    .where('state', 'in', states)
    .select('revision_id')
    .distinct()
    .execute()
  return rows.map(({ revision_id }) => revision_id)
}

/** Returns a page of the revisions, latest first. */
export async function findDeskRevisions(
  db: Database,
  { kind, state, progress, assignee, ...range }: RevisionFilters & PageRange,
  readerId: number,
): Promise<ResultPage<DeskRevision>> {
  const selection = {
    columns: revisionColumns,
    from: revisionTables,
    where: [
      ...(kind ? [sql`kind = ${kind}`] : []),
      ...(state ? [sql`state = ${state}`] : []),
      ...assigneeConditions(sql`assigned_to_user_id`, assignee, readerId),
      ...(progress ? [sql`revision_id = any(${await findRevisionsWith(db, statesOf[progress])}::uuid[])`] : []),
    ],
    orderBy: sql`started_at desc, revision_id`,
  }
  const { items, total } = await findPage<RevisionRow>(db, selection, range)
  return { items: await withCounts(db, items), total }
}

const revisionsAtOnce = 500

/** Streams all revisions that match the filters. */
export async function* streamDeskRevisions(
  db: Database,
  filters: RevisionFilters,
  readerId: number,
): AsyncGenerator<DeskRevision> {
  for (let offset = 0; ; offset += revisionsAtOnce) {
    const { items } = await findDeskRevisions(db, { ...filters, offset, limit: revisionsAtOnce }, readerId)
    yield* items
    if (items.length < revisionsAtOnce) return
  }
}

/** Returns a revision as it is listed, with the text of its explanation, or undefined. */
export async function findDeskRevision(
  db: Database,
  id: string,
): Promise<(DeskRevision & { explanation: Record<string, string>; left: number }) | undefined> {
  const { rows } = await sql<RevisionRow & { explanation: Record<string, string> }>`
    select ${revisionColumns}, explanation
    from ${revisionTables} where revision_id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const [listed] = await withCounts(db, [row])
  return { ...listed!, explanation: row.explanation, left: await countLeft(db, id) }
}

/**
 * Adds to revisions how many contracts each concerns, and how many were told in time. Counted apart from the revisions:
 * a cluster cannot plan a look-up of notices, which are on its nodes, for each row of another table.
 */
async function withCounts(db: Database, revisions: readonly RevisionRow[]): Promise<DeskRevision[]> {
  if (revisions.length === 0) return []
  const rows = await db
    .selectFrom('revision_notice')
    .where(
      'revision_id',
      'in',
      revisions.map(({ id }) => id),
    )
    .groupBy(['revision_id', 'state'])
    .select(['revision_id', 'state', (row) => row.fn.countAll<number>().as('count')])
    .execute()
  return revisions.map(({ started_at, explanation: _, ...revision }: RevisionRow & { explanation?: unknown }) => {
    const own = rows.filter(({ revision_id }) => revision_id === revision.id)
    const sum = (counted: typeof own) => counted.reduce((total, { count }) => total + Number(count), 0)
    return {
      ...{ ...revision, started_at: started_at.toISOString(), contracts: sum(own) },
      notified: sum(own.filter(({ state }) => isNotified(state as NoticeState))),
    }
  })
}

async function countLeft(db: Database, revisionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('revision_notice')
    .where('revision_id', '=', revisionId)
    .where('left_at', 'is not', null)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the products with contracts in force, by tariff, with the price lists that begin after a day. */
export async function findRevisionChoices(db: Database, today: MarketDay): Promise<RevisionChoices['products']> {
  const { rows } = await sql<RevisionChoices['products'][number]>`
    select product_id as id, coalesce(commercial_name, name) as name, energy, tariff, contracts,
      array(select valid_from::text from product_price price
        where price.product_id = product.product_id and price.tariff = held.tariff and valid_from > ${today}
        order by valid_from) as planned
    from (select product_id, tariff, count(*)::integer as contracts from contract where state = 'activa'
      group by product_id, tariff) as held
    join product using (product_id)
    order by name, tariff`.execute(db)
  return rows
}

type NoticeQuery = PageRange & { state: (typeof noticeFilters)[number] }

/** Returns a page of the notices of a revision, by contract. */
export async function findNotices(
  db: Database,
  revisionId: string,
  { state, ...range }: NoticeQuery,
): Promise<ResultPage<ListedNotice>> {
  const { items, total } = await findPage<NoticeRow>(db, selectNotices(revisionId, stateCondition(state)), range)
  return { items: items.map(toListedNotice), total }
}

/** Yields all notices of a revision, read in batches by their keys. */
export async function* streamNotices(db: Database, revisionId: string): AsyncGenerator<ListedNotice> {
  const readAfter = async (last: NoticeRow | undefined) => {
    const { rows } = await sql<NoticeRow>`
      select ${noticeColumns} from ${noticeTables}
      where revision_id = ${revisionId}::uuid and ${isAfterNotice(last && { ...last, notice_id: last.id })}
      order by revision_notice.customer_id, revision_notice.notice_id limit ${noticesPerBatch}`.execute(db)
    return rows
  }
  for await (const rows of readBatches(noticesPerBatch, readAfter)) yield* rows.map(toListedNotice)
}

function stateCondition(state: NoticeQuery['state']): RawBuilder<unknown> {
  if (state === 'all') return sql`true`
  return state === 'left' ? sql`left_at is not null` : sql`revision_notice.state = ${state}`
}

type NoticeRow = Omit<ListedNotice, 'delivered_at' | 'left_at'> & {
  customer_id: number
  delivered_at: Date | null
  left_at: Date | null
}

const noticeColumns = sql`revision_notice.customer_id, notice_id::text as id, contract.name as contract,
  customer.name as holder, revision_notice.state, late_reason, delivered_at, delivered_to, posting_reference, left_at`
const noticeTables = sql`revision_notice join contract using (customer_id, contract_id) join customer using (customer_id)`

function selectNotices(revisionId: string, condition: RawBuilder<unknown>) {
  return {
    columns: noticeColumns,
    from: noticeTables,
    where: [sql`revision_id = ${revisionId}::uuid`, condition],
    orderBy: sql`contract.name, notice_id`,
  }
}

function toListedNotice({ customer_id: _, delivered_at, left_at, ...row }: NoticeRow): ListedNotice {
  return { ...row, delivered_at: delivered_at?.toISOString() ?? null, left_at: left_at?.toISOString() ?? null }
}

/** A letter to be posted. */
export type Letter = { file_key: string; contract: string; addressee: string; address: string }

/** Yields the letters of a revision that are to be posted, read in batches by their keys. */
export async function* streamLetters(db: Database, revisionId: string): AsyncGenerator<Letter> {
  const readAfter = async (last: KeyedLetter | undefined) => {
    const { rows } = await sql<KeyedLetter>`
      select revision_notice.customer_id, notice_id::text, file_key, contract.name as contract,
        address.name as addressee, full_address as address
      from revision_notice
        join contract using (customer_id, contract_id)
        join address on address.customer_id = contract.customer_id and address_id = notification_address_id
      where revision_id = ${revisionId}::uuid and revision_notice.state = 'to_post' and ${isAfterNotice(last)}
      order by revision_notice.customer_id, revision_notice.notice_id limit ${noticesPerBatch}`.execute(db)
    return rows
  }
  for await (const letters of readBatches(noticesPerBatch, readAfter)) yield* letters
}

type KeyedLetter = Letter & Pick<RevisionNotice, 'customer_id'> & { notice_id: string }

/** Returns how many letters of a revision are to be posted. */
export async function countLetters(db: Database, revisionId: string): Promise<number> {
  return (await countNotices(db, revisionId)).to_post ?? 0
}

/** Records within a transaction that all letters of a revision were posted. @returns how many. */
export async function markPosted(
  db: Database,
  { id, kind }: Pick<DeskRevision, 'id' | 'kind'>,
  { reference, now }: { reference: string; now: Date },
): Promise<number> {
  const change = { state: 'posted' satisfies NoticeState, posting_reference: reference, delivered_at: now }
  let posted = 0
  for await (const notices of readNoticeBatches(db, id, 'to_post')) {
    posted += await updateNotices(db, notices, 'to_post', change)
    await finishAgreedDuties(db, { kind, notices, now })
  }
  return posted
}

/** Returns the stored file of a notice, or undefined. */
export function findNoticeFile(db: Database, noticeId: string) {
  return db
    .selectFrom('revision_notice')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'revision_notice.customer_id')
        .onRef('contract.contract_id', '=', 'revision_notice.contract_id'),
    )
    .where('notice_id', '=', noticeId)
    .where('file_key', 'is not', null)
    .select(['file_key', 'contract.name', 'revision_notice.customer_id'])
    .executeTakeFirst()
}
