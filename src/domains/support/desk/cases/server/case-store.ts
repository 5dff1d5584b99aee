import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { findOperatorsWithRole } from '#domains/operators/desk/server/operator-store.ts'
import { assigneeConditions } from '#kit/backoffice/server/assignee-conditions.ts'
import { findPage, oneOfRows, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { parseId } from '#kit/parse-id.ts'
import { contentVersionOf } from '#kit/server/content-version.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CaseState, formatCaseNumber } from '../../../rules.ts'
import { answerDueAtSql, answerDutyJoin, caseClockSql } from '../../../server/answer-duty.ts'
import { type ListedCase, listCases } from '../api.ts'
import { type CaseFilter, type CategoryFilter, parseCaseId } from '../rules.ts'

type NamedRef = { id: number; name: string }
type CaseFilters = {
  q: string
  state: CaseFilter
  category: CategoryFilter | null
  assignee?: string | undefined
}
/** The operator who reads, and when. */
type CaseListContext = { reader: { userId: number; locale: Locale }; now: Date }

type ListedCaseRow = Omit<ListedCase, 'number' | 'opened_at' | 'due_at' | 'call_at'> & {
  opened_at: Date
  due_at: Date | null
  call_at: Date | null
}

const hasLetter = sql<SqlBool>`(receipt_medium = 'letter' and receipt_posted_at is null
  or answer_channel = 'letter' and answer_posted_at is null and exists (select from support_message
    where support_message.case_id = support_case.case_id and author = 'administrator'))`

const isOpen = sql<SqlBool>`support_case.state not in ('accepted', 'denied')`

/**
 * Returns the cases of all customers: open ones by the end of their deadline, after those whose author asks for a supervisor; all others by last update, newest first.
 */
export async function findCases(
  db: Database,
  query: CaseFilters & PageRange,
  { reader, now }: CaseListContext,
): Promise<ResultPage<ListedCase>> {
  const { locale } = reader
  const selection = {
    columns: sql`support_case.case_id as id, support_case.subject, support_case.state, closure, opened_at,
      case when call_back_state = 'asked' then call_back_at end as call_at, answer_duty.due_on,
      supervisor.due_on as supervisor_due_on,
      ${answerDueAtSql} as due_at, ${caseClockSql(now)} as clock, contact ->> 'email' as email,
      coalesce(${localizedColumn(locale, 'support_category.names')}, ${localizedColumn(locale, 'support_type.names')}) as category,
      case when customer.customer_id is not null
        then json_build_object('id', customer.customer_id, 'name', customer.name) end as customer,
      case when assigned.user_id is not null
        then json_build_object('id', assigned.user_id, 'name', assigned.name) end as assignee`,
    from: sql`support_case
      left join customer on customer.customer_id = support_case.customer_id
      left join support_category using (category_id)
      left join support_type on support_type.code = type_code
      left join user_account as assigned on assigned.user_id = support_case.assigned_to_user_id
      left join duty as supervisor on supervisor.kind = 'supervisor_call' and supervisor.state = 'open'
        and supervisor.subject = 'case:' || support_case.case_id
      ${answerDutyJoin()}`,
    where: await buildConditions(db, query, reader.userId),
    orderBy:
      query.state === 'calls'
        ? sql`call_back_at, support_case.case_id`
        : query.state === 'open'
          ? sql`supervisor.due_at nulls last, answer_duty.state is distinct from 'open', answer_duty.due_at nulls last, support_case.case_id`
          : sql`updated_at desc, support_case.case_id desc`,
  }
  const { items, total } = await findPage<ListedCaseRow>(db, selection, query)
  return {
    items: items.map(({ opened_at, due_at, call_at, ...row }) => ({
      ...row,
      state: row.state as CaseState,
      number: formatCaseNumber(row.id, dayOf(opened_at)),
      opened_at: opened_at.toISOString(),
      due_at: due_at?.toISOString() ?? null,
      call_at: call_at?.toISOString() ?? null,
    })),
    total,
  }
}

const rowsAtOnce = 500

/** Streams all cases that match a search. */
export async function* streamCases(
  db: Database,
  filters: CaseFilters,
  context: CaseListContext,
): AsyncGenerator<ListedCase> {
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { items } = await findCases(db, { ...filters, offset, limit: rowsAtOnce }, context)
    yield* items
    if (items.length < rowsAtOnce) return
  }
}

async function buildConditions(
  db: Database,
  { q, state, category, assignee }: CaseFilters,
  readerId: number,
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [
    conditionOf(state),
    ...assigneeConditions(sql`support_case.assigned_to_user_id`, assignee, readerId),
  ]
  if (category)
    conditions.push(
      'typeCode' in category
        ? sql`type_code = ${category.typeCode}`
        : sql`support_case.category_id = ${category.categoryId}`,
    )
  if (q) conditions.push(oneOfRows({ table: 'support_case', key: 'case_id' }, await buildSearchConditions(db, q)))
  return conditions
}

function conditionOf(state: CaseFilter): RawBuilder<unknown> {
  if (state === 'all') return sql`true`
  if (state === 'open') return isOpen
  if (state === 'calls') return sql`call_back_state = 'asked'`
  if (state === 'letters') return hasLetter
  return sql`support_case.state = ${state}`
}

/** Returns a condition for each possible meaning of the search text, each answered by an index. */
async function buildSearchConditions(db: Database, q: string): Promise<RawBuilder<unknown>[]> {
  const search = parseSearch(q)
  const customerIds = await findMatchingCustomerIds(db, search)
  const conditions = [sql`${isOneOf('support_case.customer_id', customerIds)}`]
  // A number can also be that of a contract.
  const caseId = parseCaseId(q)
  if (caseId !== null) conditions.push(sql`support_case.case_id = ${caseId}`)
  if (search.email) conditions.push(sql`lower(contact ->> 'email') = ${search.email}`)
  if (search.terms.length) {
    const query = search.terms.map((word) => `${word}:*`).join(' & ')
    conditions.push(sql`${subjectVector} @@ to_tsquery('simple', ${query})`)
  }
  return conditions
}

// Must match the index expression; terms are matched by prefix.
const subjectVector = sql`to_tsvector('simple', translate(lower(support_case.subject), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc '))`

/** Returns a case by the id from a URL. */
export async function findCase(db: Database, id: string) {
  const caseId = parseId(id)
  if (caseId === undefined) return undefined
  return db.selectFrom('support_case').where('case_id', '=', caseId).selectAll().executeTakeFirst()
}
export type SupportCaseRow = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** Returns the version of a case, which covers its state, assignee and last update. */
export function caseVersion({ state, assigned_to_user_id, updated_at }: VersionedCase): string {
  return contentVersionOf([state, assigned_to_user_id, updated_at])
}
type VersionedCase = Pick<SupportCaseRow, 'state' | 'assigned_to_user_id' | 'updated_at'>

/** Returns the current state of a case, for an operator whose edit conflicts with it. */
export async function findCaseStatus(db: Database, row: SupportCaseRow) {
  const { assignee } = await findCasePeople(db, row)
  return { version: caseVersion(row), state: row.state, assignee }
}

/** Returns the customer and the assignee of a case. */
export async function findCasePeople(db: Database, { customer_id, assigned_to_user_id }: SupportCaseRow) {
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

/** Returns the active operators to whom cases can be assigned. */
export function findAssignableOperators(db: Database, now: Date): Promise<NamedRef[]> {
  return findOperatorsWithRole(db, listCases.roles, now)
}

/** Returns a file attached to a message of a case. */
export function findCaseFile(db: Database, { caseId, uploadId }: { caseId: number; uploadId: string }) {
  return db
    .selectFrom('support_attachment')
    .innerJoin('upload', 'upload.upload_id', 'support_attachment.upload_id')
    .where('case_id', '=', caseId)
    .where('upload.upload_id', '=', uploadId)
    .select(['file_key', 'file_name', 'media_type', 'scan_state'])
    .executeTakeFirst()
}

function dayOf(instant: Date): MarketDay {
  return marketDayOf(instant, 'Europe/Madrid')
}
