import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { readSearch } from '#desks/customers/rules.ts'
import { searchCustomers } from '#desks/customers/server/search.ts'
import { operatorsOf } from '#desks/operators/server/operator-store.ts'
import { type CaseState, caseNumber, clockOf } from '#domains/support/rules.ts'
import type { Locale } from '#kit/locale.ts'
import { isAllowed } from '#kit/operator-role.ts'
import { versionOf } from '#kit/server/content-version.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type ListedCase, listCases } from '../api.ts'
import { type CaseFilter, type CategoryFilter, caseIdIn } from '../rules.ts'

type Named = { id: number; name: string }
type Wanted = { q: string; state: CaseFilter; category: CategoryFilter | null; offset: number; limit: number }

type Row = Pick<ListedCase, 'id' | 'subject' | 'category' | 'customer' | 'email' | 'assignee'> & Clocked
type Clocked = { state: string; opened_at: Date; due_on: string | null; answered_at: Date | null }

const isOpen = sql<SqlBool>`support_case.state not in ('accepted', 'denied')`

/** Cases of all customers: open ones by when they are to be answered, the late ones first; all others the last moved first. */
export async function casesOf(
  db: Database,
  wanted: Wanted,
  { today, locale }: { today: MarketDay; locale: Locale },
): Promise<{ items: ListedCase[]; total: number }> {
  const { state, offset, limit } = wanted
  const where = sql.join(await conditionsOf(db, wanted), sql` and `)
  // Late is what `clockOf` calls so.
  const isLate = sql`due_on < ${today} and answered_at is null and support_case.state <> 'additional_information_required'`
  const order =
    state === 'open'
      ? sql`coalesce(${isLate}, false) desc, answered_at is not null, due_on nulls last, case_id`
      : sql`updated_at desc, case_id desc`
  const { rows } = await sql<Row & { total: number }>`
    select case_id as id, subject, support_case.state, opened_at, due_on, answered_at, contact ->> 'email' as email,
      coalesce(${nameIn(locale, 'support_category.names')}, ${nameIn(locale, 'support_type.names')}) as category,
      case when customer.customer_id is not null
        then json_build_object('id', customer.customer_id, 'name', customer.name) end as customer,
      case when assigned.user_id is not null
        then json_build_object('id', assigned.user_id, 'name', assigned.name) end as assignee,
      count(*) over ()::integer as total
    from support_case
      left join customer using (customer_id)
      left join support_category using (category_id)
      left join support_type on support_type.code = type_code
      left join user_account as assigned on assigned.user_id = assigned_to_user_id
    where ${where}
    order by ${order} limit ${limit} offset ${offset}`.execute(db)
  return {
    items: rows.map(({ total: _, answered_at, opened_at, ...row }) => ({
      ...row,
      state: row.state as CaseState,
      number: caseNumber(row.id, dayOf(opened_at)),
      opened_at: opened_at.toISOString(),
      clock: clockAt({ ...row, answered_at }, today),
    })),
    total: rows[0]?.total ?? 0,
  }
}

async function conditionsOf(db: Database, { q, state, category }: Wanted): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [
    state === 'all' ? sql`true` : state === 'open' ? isOpen : sql`support_case.state = ${state}`,
  ]
  if (category)
    conditions.push(
      'typeCode' in category ? sql`type_code = ${category.typeCode}` : sql`category_id = ${category.categoryId}`,
    )
  if (q) conditions.push(sql`(${sql.join(await waysOf(db, q), sql` or `)})`)
  return conditions
}

/** What may have been meant by what was typed, each of which an index answers. */
async function waysOf(db: Database, q: string): Promise<RawBuilder<unknown>[]> {
  const search = readSearch(q)
  const customers = await searchCustomers(db, search, { offset: 0, limit: mostCustomers })
  const ways = [sql`support_case.customer_id = any(${customers.items.map(({ id }) => id)}::integer[])`]
  // Contracts are numbers as well.
  const caseId = caseIdIn(q)
  if (caseId !== null) ways.push(sql`case_id = ${caseId}`)
  if (search.email) ways.push(sql`lower(contact ->> 'email') = ${search.email}`)
  if (search.words.length) {
    const query = search.words.map((word) => `${word}:*`).join(' & ')
    ways.push(sql`${subjectWords} @@ to_tsquery('simple', ${query})`)
  }
  return ways
}

const mostCustomers = 100
// As the index has it, word by word.
const subjectWords = sql`to_tsvector('simple', translate(lower(subject), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc '))`

/** A case by the number in an address. */
export async function findCase(db: Database, id: string) {
  if (!/^[1-9]\d{0,8}$/.test(id)) return undefined
  return db.selectFrom('support_case').where('case_id', '=', Number(id)).selectAll().executeTakeFirst()
}
export type FoundCase = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** The version of how a case stands, who looks after it and what was last written in it. */
export function caseVersion({ state, assigned_to_user_id, updated_at }: VersionedCase): string {
  return versionOf([state, assigned_to_user_id, updated_at])
}
type VersionedCase = Pick<FoundCase, 'state' | 'assigned_to_user_id' | 'updated_at'>

/** A case as it is told to whoever has seen it otherwise. */
export async function standingOfCase(db: Database, found: FoundCase) {
  const { assignee } = await peopleOf(db, found)
  return { version: caseVersion(found), state: found.state, assignee }
}

/** Whose contract a case is about, and who looks after it. */
export async function peopleOf(db: Database, { customer_id, assigned_to_user_id }: FoundCase) {
  const customer = await db
    .selectFrom('customer')
    .where('customer_id', '=', customer_id)
    .select(['customer_id as id', 'name', (row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id')])
    .executeTakeFirst()
  const assignee = await db
    .selectFrom('user_account')
    .where('user_id', '=', assigned_to_user_id)
    .select(['user_id as id', 'name'])
    .executeTakeFirst()
  return { customer: customer ?? null, assignee: assignee ?? null }
}

/** The operators who are let in and may look after cases. */
export async function operatorsIn(db: Database, now: Date): Promise<Named[]> {
  const operators = await operatorsOf(db, now)
  return operators
    .filter(({ state, roles }) => state === 'active' && isAllowed(roles, listCases.roles))
    .map(({ id, name }) => ({ id, name }))
}

/** A file that came with a message of a case. */
export function findCaseFile(db: Database, { caseId, uploadId }: { caseId: number; uploadId: string }) {
  return db
    .selectFrom('support_attachment')
    .innerJoin('upload', 'upload.upload_id', 'support_attachment.upload_id')
    .where('case_id', '=', caseId)
    .where('upload.upload_id', '=', uploadId)
    .select(['file_key', 'file_name', 'media_type', 'scan_state'])
    .executeTakeFirst()
}

/** How the clock of a case stands on a day. */
export function clockAt({ state, due_on: dueDay, answered_at }: Omit<Clocked, 'opened_at'>, today: MarketDay) {
  return clockOf({ state: state as CaseState, dueDay, answeredOn: answered_at && dayOf(answered_at) }, today)
}

function dayOf(instant: Date): MarketDay {
  return marketDayOf(instant, 'Europe/Madrid')
}
