import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { isNotified, type NoticeState, noticeStates } from '../../rules.ts'
import type { DeskRevision, ListedNotice, noticeFilters, RevisionChoices } from '../api.ts'

type RevisionRow = Omit<DeskRevision, 'started_at'> & { started_at: Date }

const notifiedStates = noticeStates.filter(isNotified)

const revisionColumns = sql`revision_id::text as id, kind, coalesce(commercial_name, product.name) as product, tariff,
  applies_on, notify_by, state, started_at,
  (select count(*)::integer from revision_notice notice where notice.revision_id = revision.revision_id) as contracts,
  (select count(*)::integer from revision_notice notice where notice.revision_id = revision.revision_id
    and notice.state = any(${notifiedStates}::text[])) as notified`

/** Returns a page of the revisions, latest first. */
export async function findDeskRevisions(db: Database, range: PageRange): Promise<ResultPage<DeskRevision>> {
  const selection = {
    columns: revisionColumns,
    from: sql`revision join product using (product_id)`,
    orderBy: sql`started_at desc, revision_id`,
  }
  const { items, total } = await findPage<RevisionRow>(db, selection, range)
  return { items: items.map(toListed), total }
}

/** Returns a revision as it is listed, with the text of its explanation, or undefined. */
export async function findDeskRevision(
  db: Database,
  id: string,
): Promise<(DeskRevision & { explanation: Record<string, string>; left: number }) | undefined> {
  const { rows } = await sql<RevisionRow & { explanation: Record<string, string>; left: number }>`
    select ${revisionColumns}, explanation,
      (select count(*)::integer from revision_notice notice where notice.revision_id = revision.revision_id
        and left_at is not null) as left
    from revision join product using (product_id) where revision_id = ${id}::uuid`.execute(db)
  const [row] = rows
  return row && { ...toListed(row), explanation: row.explanation, left: row.left }
}

function toListed({ started_at, ...row }: RevisionRow): DeskRevision {
  return { ...row, started_at: started_at.toISOString() }
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

/** Yields all notices of a revision, by contract, a page at a time. */
export async function* streamNotices(db: Database, revisionId: string): AsyncGenerator<ListedNotice> {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const { items } = await findPage<NoticeRow>(db, selectNotices(revisionId, sql`true`), { offset, limit })
    for (const row of items) yield toListedNotice(row)
    if (items.length < limit) return
  }
}

function stateCondition(state: NoticeQuery['state']): RawBuilder<unknown> {
  if (state === 'all') return sql`true`
  return state === 'left' ? sql`left_at is not null` : sql`revision_notice.state = ${state}`
}

type NoticeRow = Omit<ListedNotice, 'delivered_at' | 'left_at'> & { delivered_at: Date | null; left_at: Date | null }

function selectNotices(revisionId: string, condition: RawBuilder<unknown>) {
  return {
    columns: sql`notice_id::text as id, contract.name as contract, customer.name as holder, revision_notice.state,
      delivered_at, delivered_to, posting_reference, left_at`,
    from: sql`revision_notice join contract using (customer_id, contract_id) join customer using (customer_id)`,
    where: [sql`revision_id = ${revisionId}::uuid`, condition],
    orderBy: sql`contract.name, notice_id`,
  }
}

function toListedNotice({ delivered_at, left_at, ...row }: NoticeRow): ListedNotice {
  return { ...row, delivered_at: delivered_at?.toISOString() ?? null, left_at: left_at?.toISOString() ?? null }
}

/** A letter to be posted. */
export type Letter = { file_key: string; contract: string; addressee: string; address: string }

/** Returns the letters of a revision that are to be posted, by contract. */
export async function findLetters(db: Database, revisionId: string): Promise<Letter[]> {
  const { rows } = await sql<Letter>`
    select file_key, contract.name as contract, address.name as addressee, full_address as address
    from revision_notice
      join contract using (customer_id, contract_id)
      join address on address.customer_id = contract.customer_id and address_id = notification_address_id
    where revision_id = ${revisionId}::uuid and revision_notice.state = 'to_post' order by contract.name`.execute(db)
  return rows
}

/** Records that all letters of a revision were posted. @returns how many. */
export async function markPosted(
  db: Database,
  revisionId: string,
  { reference, now }: { reference: string; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('revision_notice')
    .set({ state: 'posted' satisfies NoticeState, posting_reference: reference, delivered_at: now })
    .where('revision_id', '=', revisionId)
    .where('state', '=', 'to_post')
    .executeTakeFirst()
  return Number(numUpdatedRows)
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
