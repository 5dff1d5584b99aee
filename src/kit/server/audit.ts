import { type QueryExecutorProvider, sql } from 'kysely'

/** Something that was done: by whom, to whose things, with what values before and after. Ids, never names or secrets. */
export type AuditEntry = {
  /** What was done, in the past and in snake_case: `password_changed`. */
  action: string
  /** The user who did it; absent when nobody was signed in or the machine's own staff did it. */
  actorUserId?: number
  /** The holder whose things were touched. */
  customerId?: number
  /** The thing itself: `user:7`, `invoices.itemsPerPage`. */
  subject?: string
  before?: unknown
  after?: unknown
  requestId?: string
}

/** Adds an entry to the audit log, which nobody can change or take back. Within a transaction it stands or falls with it. */
export async function writeAudit(
  db: QueryExecutorProvider,
  { action, actorUserId, customerId, subject, before, after, requestId }: AuditEntry,
) {
  await sql`
    insert into audit_entry (action, actor_user_id, customer_id, subject, before, after, request_id)
    values (${action}, ${actorUserId ?? null}, ${customerId ?? null}, ${subject ?? null}, ${json(before)}, ${json(after)}, ${requestId ?? null})
  `.execute(db)
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
