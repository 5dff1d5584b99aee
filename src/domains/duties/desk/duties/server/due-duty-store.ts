import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { parseSearch } from '#domains/customers/customer-search.ts'
import { findMatchingCustomerIds } from '#domains/customers/server/search-customers.ts'
import { findAllOperators } from '#domains/operators/desk/server/operator-store.ts'
import { assigneeConditions } from '#kit/backoffice/server/assignee-conditions.ts'
import { allOf, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import { isAllowed, type OperatorRole } from '#kit/operator-role.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type DutyKind, dutyKinds, lapsingKinds, ruleOf } from '../../../kinds.ts'
import type { DutyNorm } from '../../../norm.ts'
import { type DutyState, dutyStatusAt, kindsThatCanBeLate } from '../../../rules.ts'
import type { AppliedNorm, ListedDuty } from '../api.ts'
import { type DutyTime, type dutyActors, lastDayOfWeek, promisedLaw, visibleKinds } from '../rules.ts'

/** The operator who reads: whose duties are theirs, and which kinds they may see. */
export type DutyReader = { userId: number; roles: readonly OperatorRole[] }

export type DutyFilters = {
  q: string
  when?: DutyTime | undefined
  kind?: DutyKind | undefined
  law?: string | undefined
  actor?: (typeof dutyActors)[number] | undefined
  assignee?: string | undefined
}
type DutyListContext = { reader: DutyReader; now: Date }

type OpenDutyRow = {
  id: string
  kind: DutyKind
  subject: string
  state: DutyState
  started_at: Date
  due_on: MarketDay
  due_at: Date
  norm: DutyNorm
  other_norms: (DutyNorm & { dueOn: MarketDay })[]
  customer: ListedDuty['customer']
  assignee: ListedDuty['assignee']
  note: string | null
}

const isOpen = sql`duty.state in ('open', 'paused')`
// Must match `dutyStatusAt`.
const isLateAt = (now: Date) =>
  sql`(duty.state = 'open' and due_at <= ${now} and duty.kind = any(${kindsThatCanBeLate}::text[]))`

const columns = sql`duty_id as id, kind, subject, duty.state, started_at, due_on, due_at, norm, other_norms, event_note as note,
  case when customer.customer_id is not null
    then json_build_object('id', customer.customer_id, 'name', customer.name) end as customer,
  case when assigned.user_id is not null
    then json_build_object('id', assigned.user_id, 'name', assigned.name) end as assignee`
const tables = sql`duty
  left join customer on customer.customer_id = duty.customer_id
  left join user_account as assigned on assigned.user_id = assigned_to_user_id`

/** Returns a page of the open duties that an operator sees: overdue first, then by day, those that stand still last. */
export async function findDueDuties(
  db: Database,
  { offset, limit, ...filters }: DutyFilters & PageRange,
  context: DutyListContext,
): Promise<ResultPage<ListedDuty>> {
  const selection = {
    columns,
    from: tables,
    where: await buildConditions(db, filters, context),
    orderBy: sql`${isLateAt(context.now)} desc, duty.state = 'paused', due_at, duty_id`,
  }
  const { items, total } = await findPage<OpenDutyRow>(db, selection, { offset, limit })
  return { items: items.map((row) => presentDuty(row, context.now)), total }
}

const exportBatchSize = 500

/** Yields all matching duties by day, read in batches to limit memory use. */
export async function* streamDueDuties(
  db: Database,
  filters: DutyFilters,
  context: DutyListContext,
): AsyncGenerator<ListedDuty> {
  const conditions = await buildConditions(db, filters, context)
  let last: OpenDutyRow | undefined
  for (;;) {
    const after = last ? sql`(due_at, duty_id) > (${last.due_at}, ${last.id}::uuid)` : sql`true`
    const { rows } = await sql<OpenDutyRow>`
      select ${columns} from ${tables} where ${allOf([...conditions, after])}
      order by due_at, duty_id limit ${exportBatchSize}`.execute(db)
    for (const row of rows) yield presentDuty(row, context.now)
    last = rows.at(-1)
    if (rows.length < exportBatchSize) return
  }
}

async function buildConditions(
  db: Database,
  { q, when, kind, law, actor, assignee }: DutyFilters,
  { reader, now }: DutyListContext,
): Promise<RawBuilder<unknown>[]> {
  const kinds = visibleKinds(reader.roles).filter(
    (each) => (!kind || each === kind) && (!actor || ruleOf(each).actor === actor),
  )
  return [
    isOpen,
    sql`duty.kind = any(${kinds}::text[])`,
    // Nothing is to be done of what lapses by itself, so that it is listed only if it is asked for.
    ...(kind ? [] : [sql`not duty.kind = any(${lapsingKinds}::text[])`]),
    ...(when ? [timeCondition(when, now)] : []),
    ...(law ? [law === promisedLaw ? sql`norm ->> 'law' is null` : sql`norm ->> 'law' = ${law}`] : []),
    ...assigneeConditions(sql`assigned_to_user_id`, assignee, reader.userId),
    ...(q ? [isOneOf('duty.customer_id', await findMatchingCustomerIds(db, parseSearch(q)))] : []),
  ]
}

function timeCondition(when: DutyTime, now: Date): RawBuilder<unknown> {
  const today = marketDayOf(now, 'Europe/Madrid')
  switch (when) {
    case 'overdue':
      return isLateAt(now)
    case 'today':
      return sql`due_on = ${today}`
    case 'week':
      return sql`(due_on > ${today} and due_on <= ${lastDayOfWeek(today)})`
    case 'later':
      return sql`due_on > ${lastDayOfWeek(today)}`
  }
}

/** Counts the duties that an operator sees that are overdue, and that are due later today. */
export async function countDueDuties(
  db: Database,
  roles: readonly OperatorRole[],
  now: Date,
): Promise<{ overdue: number; today: number }> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const { rows } = await sql<{ overdue: number; today: number }>`
    select count(*) filter (where ${isLateAt(now)})::integer as overdue,
      count(*) filter (where due_on = ${today} and not ${isLateAt(now)})::integer as today
    from duty where ${isOpen} and kind = any(${visibleKinds(roles)}::text[])
      and not kind = any(${lapsingKinds}::text[]) and due_at < ${now}::timestamptz + interval '2 days'`.execute(db)
  return rows[0]!
}

function presentDuty(row: OpenDutyRow, now: Date): ListedDuty {
  const { id, kind, subject, customer, assignee, note, due_on, state, due_at, norm, other_norms: others } = row
  const status = dutyStatusAt({ kind, state, dueAt: due_at, doneAt: null }, now)
  return {
    ...{ id, kind, subject, customer, assignee, note, due_on },
    status: status === 'late' || status === 'paused' ? status : 'running',
    due_at: due_at.toISOString(),
    started_at: row.started_at.toISOString(),
    norm: presentNorm(norm, due_on),
    other_norms: others.map(({ dueOn, ...other }) => presentNorm(other, dueOn)),
  }
}

function presentNorm(norm: DutyNorm, dueOn: MarketDay): AppliedNorm {
  const { code, law, article, source, term, toleranceDays = 0 } = norm
  return { code, law, article, source, ...term, tolerance_days: toleranceDays, due_on: dueOn }
}

/** Returns the laws of all open duties that an operator sees; null norms are promises. */
export async function findLawsOfDuties(db: Database, roles: readonly OperatorRole[]): Promise<string[]> {
  const { rows } = await sql<{ law: string }>`
    select distinct coalesce(norm ->> 'law', ${promisedLaw}) as law from duty
    where ${isOpen} and kind = any(${visibleKinds(roles)}::text[])`.execute(db)
  return rows.map(({ law }) => law).sort()
}

/** Returns the active operators who see at least one kind of duties. */
export async function findDutyOperators(db: Database, now: Date) {
  const operators = await findAllOperators(db, now)
  return operators.filter(({ state, roles }) => state === 'active' && visibleKinds(roles).length > 0)
}

/** Returns the duties with these ids that an operator sees and that have not ended, locked. */
export async function lockOpenDuties(db: Database, ids: readonly string[], roles: readonly OperatorRole[]) {
  const rows = await db
    .selectFrom('duty')
    .where('duty_id', 'in', ids)
    .where('kind', 'in', visibleKinds(roles))
    .where('state', 'in', ['open', 'paused'])
    .select(['duty_id', 'kind', 'customer_id', 'assigned_to_user_id'])
    .orderBy('duty_id')
    .forUpdate()
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as DutyKind }))
}

/** Assigns open duties, or takes them from whoever had them. */
export async function saveAssignee(db: Database, ids: readonly string[], userId: number | null): Promise<void> {
  await db.updateTable('duty').set({ assigned_to_user_id: userId }).where('duty_id', 'in', ids).execute()
}

/** Returns a duty that an operator sees by the id from a URL, whether it has ended or not. */
export async function findVisibleDuty(db: Database, id: string, roles: readonly OperatorRole[]) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return undefined
  const row = await db
    .selectFrom('duty')
    .where('duty_id', '=', id)
    .select(['duty_id', 'kind', 'subject', 'facts', 'place', 'customer_id', 'contract_id', 'state'])
    .executeTakeFirst()
  return row && isKnownKind(row.kind) && isAllowed(roles, ruleOf(row.kind).roles)
    ? { ...row, kind: row.kind, state: row.state as DutyState }
    : undefined
}

function isKnownKind(kind: string): kind is DutyKind {
  return Object.hasOwn(dutyKinds, kind)
}

/** Ends an open duty with the reason that an operator gives. Returns false if it has ended meanwhile. */
export async function endDutyByOperator(
  db: Database,
  { id, state, reason, userId, now }: { id: string; state: DutyState; reason: string; userId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('duty')
    .set({ state, end_reason: reason, ended_by_user_id: userId, ended_at: now, paused_at: null })
    .where('duty_id', '=', id)
    .where('state', 'in', ['open', 'paused'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
