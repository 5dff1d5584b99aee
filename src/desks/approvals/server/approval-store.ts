import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ApprovalRequest, DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { WaitingApproval } from '../requested.ts'
import type { ApprovalFilter, ApprovalKindName, ApprovalState } from '../rules.ts'

type Person = { id: number; name: string }

/** A request with the names of whoever had to do with it. */
export type Approval = Omit<Selectable<ApprovalRequest>, 'state' | 'kind'> & {
  state: ApprovalState
  kind: ApprovalKindName
  requester: Person
  decider: Person | null
  customer: Person | null
}

const approvals = sql`
  select approval.*,
    json_build_object('id', requester.user_id, 'name', requester.name) as requester,
    case when decider.user_id is not null
      then json_build_object('id', decider.user_id, 'name', decider.name) end as decider,
    case when customer.customer_id is not null
      then json_build_object('id', customer.customer_id, 'name', customer.name) end as customer
  from approval_request approval
    join user_account requester on requester.user_id = requested_by_user_id
    left join user_account decider on decider.user_id = decided_by_user_id
    left join customer on customer.customer_id = approval.customer_id`

type Page = { state: ApprovalFilter; offset: number; limit: number; now: Date }

/** A page of the requests: those that wait, the first one first, or the others, the last one first. */
export async function approvalsOf(
  db: Database,
  { state, offset, limit, now }: Page,
): Promise<{ items: Approval[]; total: number }> {
  const isOpen = sql`state = 'requested' and expires_at > ${now}`
  const where = state === 'open' ? isOpen : sql`not (${isOpen})`
  const order = state === 'open' ? sql`requested_at` : sql`coalesce(decided_at, expires_at) desc`
  const { rows } = await sql<Approval>`
    ${approvals} where ${where} order by ${order}, approval_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from approval_request where ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]!.total }
}

/** A request by the id in an address. */
export async function findApproval(db: Database, id: string): Promise<Approval | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const { rows } = await sql<Approval>`${approvals} where approval_id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** The requests that wait about things whose names begin so, by what they are about. */
export async function waitingApprovals(db: Database, prefix: string, now: Date): Promise<Map<string, WaitingApproval>> {
  const { rows } = await sql<{ subject: string; id: string; requested_by: string; expires_at: Date }>`
    select subject, approval_id as id, user_account.name as requested_by, expires_at
    from approval_request join user_account on user_id = requested_by_user_id
    where state = 'requested' and expires_at > ${now} and starts_with(subject, ${prefix})`.execute(db)
  return new Map(
    rows.map(({ subject, expires_at, ...row }) => [subject, { ...row, expires_at: expires_at.toISOString() }]),
  )
}

/** The request that waits about one thing. */
export async function waitingApproval(db: Database, subject: string, now: Date): Promise<WaitingApproval | null> {
  return (await waitingApprovals(db, subject, now)).get(subject) ?? null
}

type NewApproval = Pick<Approval, 'approval_id' | 'kind' | 'subject' | 'customer_id' | 'reason'> & {
  payload: unknown
  seen: unknown
  requested_by_user_id: number
  requested_at: Date
  expires_at: Date
}

/** Adds a request; answers whether none was open about the same. */
export async function insertApproval(db: Database, { payload, seen, ...row }: NewApproval): Promise<boolean> {
  const added = await db
    .insertInto('approval_request')
    .values({ ...row, payload: JSON.stringify(payload), seen: JSON.stringify(seen) })
    .onConflict((conflict) => conflict.column('subject').where(sql<boolean>`state = 'requested'`).doNothing())
    .returning('approval_id')
    .executeTakeFirst()
  return added !== undefined
}

/** The request that is open about something. */
export function openApproval(db: Database, subject: string) {
  return db
    .selectFrom('approval_request')
    .where('subject', '=', subject)
    .where('state', '=', 'requested')
    .selectAll()
    .executeTakeFirst()
}

/** A request that nobody else decides until the transaction ends. */
export async function lockApproval(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('approval_request')
    .where('approval_id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow()
  return row as typeof row & { state: ApprovalState }
}

type Settled = {
  state: Exclude<ApprovalState, 'requested' | 'expired'>
  userId: number
  note: string | null
  failure: string | null
  now: Date
}

/** Writes down what became of a request that is locked. */
export async function settleApproval(trx: Transaction<DB>, id: string, { state, userId, note, failure, now }: Settled) {
  await trx
    .updateTable('approval_request')
    .set({ state, decided_by_user_id: userId, decided_at: now, decision_note: note, failure })
    .where('approval_id', '=', id)
    .execute()
}

/** Writes down which requests nobody has decided in time: of all, or about one thing. True when there were any. */
export function expireApprovals(db: Database, now: Date, subject?: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const expired = await trx
      .updateTable('approval_request')
      .set({ state: 'expired' satisfies ApprovalState, decided_at: now })
      .where('state', '=', 'requested')
      .where('expires_at', '<=', now)
      .$if(subject !== undefined, (query) => query.where('subject', '=', subject!))
      .returning(['approval_id', 'kind', 'subject', 'customer_id', 'requested_by_user_id'])
      .execute()
    for (const row of expired)
      await writeAudit(trx, {
        action: 'approval_expired',
        customerId: row.customer_id ?? undefined,
        subject: `approval:${row.approval_id}`,
        after: { kind: row.kind, about: row.subject, requestedBy: row.requested_by_user_id },
      })
    return expired.length > 0
  })
}
