import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ApprovalRequest, DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { PendingApproval } from '../approval-reply.ts'
import type { ApprovalFilter, ApprovalKindName, ApprovalState } from '../rules.ts'

type Person = { id: number; name: string }

/** An approval request with the names of the customer and operators involved. */
export type Approval = Omit<Selectable<ApprovalRequest>, 'state' | 'kind'> & {
  state: ApprovalState
  kind: ApprovalKindName
  requester: Person
  decider: Person | null
  customer: Person | null
}

const selectApprovals = sql`
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

type ApprovalListQuery = { state: ApprovalFilter; offset: number; limit: number; now: Date }

/** Returns a page of requests: open ones oldest first, decided ones newest first. */
export async function findApprovals(
  db: Database,
  { state, offset, limit, now }: ApprovalListQuery,
): Promise<{ items: Approval[]; total: number }> {
  const isOpen = sql`state = 'requested' and expires_at > ${now}`
  const where = state === 'open' ? isOpen : sql`not (${isOpen})`
  const order = state === 'open' ? sql`requested_at` : sql`coalesce(decided_at, expires_at) desc`
  const { rows } = await sql<Approval>`
    ${selectApprovals} where ${where} order by ${order}, approval_id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from approval_request where ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]!.total }
}

/** Returns the request with the given id from a URL. */
export async function findApproval(db: Database, id: string): Promise<Approval | undefined> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return undefined
  const { rows } = await sql<Approval>`${selectApprovals} where approval_id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the open requests whose subject starts with the given prefix, keyed by subject. */
export async function findPendingApprovals(
  db: Database,
  prefix: string,
  now: Date,
): Promise<Map<string, PendingApproval>> {
  const { rows } = await sql<{ subject: string; id: string; requested_by: string; expires_at: Date }>`
    select subject, approval_id as id, user_account.name as requested_by, expires_at
    from approval_request join user_account on user_id = requested_by_user_id
    where state = 'requested' and expires_at > ${now} and starts_with(subject, ${prefix})`.execute(db)
  return new Map(
    rows.map(({ subject, expires_at, ...row }) => [subject, { ...row, expires_at: expires_at.toISOString() }]),
  )
}

/** Returns the open request about one subject. */
export async function findPendingApproval(db: Database, subject: string, now: Date): Promise<PendingApproval | null> {
  return (await findPendingApprovals(db, subject, now)).get(subject) ?? null
}

type NewApproval = Pick<Approval, 'approval_id' | 'kind' | 'subject' | 'customer_id' | 'reason'> & {
  payload: unknown
  seen: unknown
  requested_by_user_id: number
  requested_at: Date
  expires_at: Date
}

/** Inserts a request. Returns false if one about the same subject is already open. */
export async function insertApproval(db: Database, { payload, seen, ...row }: NewApproval): Promise<boolean> {
  const added = await db
    .insertInto('approval_request')
    .values({ ...row, payload: JSON.stringify(payload), seen: JSON.stringify(seen) })
    .onConflict((conflict) => conflict.column('subject').where(sql<boolean>`state = 'requested'`).doNothing())
    .returning('approval_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns the open request about a subject. */
export function findOpenApproval(db: Database, subject: string) {
  return db
    .selectFrom('approval_request')
    .where('subject', '=', subject)
    .where('state', '=', 'requested')
    .selectAll()
    .executeTakeFirst()
}

/** Locks a request until the transaction ends, so that no other operator decides it meanwhile. */
export async function lockApproval(trx: Transaction<DB>, id: string) {
  const row = await trx
    .selectFrom('approval_request')
    .where('approval_id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow()
  return row as typeof row & { state: ApprovalState }
}

type ApprovalDecision = {
  state: Exclude<ApprovalState, 'requested' | 'expired'>
  userId: number
  note: string | null
  failure: string | null
  now: Date
}

/** Stores the outcome of a locked request. */
export async function saveDecision(
  trx: Transaction<DB>,
  id: string,
  { state, userId, note, failure, now }: ApprovalDecision,
) {
  await trx
    .updateTable('approval_request')
    .set({ state, decided_by_user_id: userId, decided_at: now, decision_note: note, failure })
    .where('approval_id', '=', id)
    .execute()
}

/** Marks undecided requests past their expiry as expired, for all subjects or one. Returns whether there were any. */
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
