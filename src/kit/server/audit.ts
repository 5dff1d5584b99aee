import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * An audit log entry: who did what, on whose data, with the values before and after. It holds ids, never names or
 * secrets.
 */
export type AuditEntry = {
  /** The action, in the past tense and in snake_case: `password_changed`. */
  action: string
  /** The user who did it; absent when the user was not signed in or when it was done by staff on the server. */
  actorUserId?: number
  /** The holder whose data was affected. */
  customerId?: number
  /** The affected object: `user:7`, `invoices.itemsPerPage`. */
  subject?: string
  before?: unknown
  after?: unknown
  requestId?: string
}

/**
 * Adds an entry to the audit log, which is append-only. Within a transaction, the entry is committed or rolled back
 * with it.
 */
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
