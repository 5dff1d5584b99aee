import type { QueryExecutorProvider } from 'kysely'
import { type AuditEntry, writeAudit } from '../../server/audit.ts'

/** The operator's action as an entry of the audit log. Personal data and secrets stay out of it. */
type AuditedAction = Omit<AuditEntry, 'actorUserId' | 'customerId' | 'requestId'> & {
  actor: { userId: number }
  request: { id: string }
  /** The holder whose data was affected. */
  customerId?: number | null | undefined
}

/** A transaction, so that an entry cannot be written outside that of its change. */
type OpenTransaction = QueryExecutorProvider & { readonly isTransaction: true }

/** Adds an operator's change to the audit log. The entry is committed or rolled back with the change. */
export function auditChange(change: AuditedAction & { db: OpenTransaction }): Promise<void> {
  return auditAction(change)
}

/** Adds an operator's action to the audit log that changes nothing here: an export, a file that was read. */
export function auditAction(action: AuditedAction & { db: QueryExecutorProvider }): Promise<void> {
  const { db, actor, request, customerId, ...entry } = action
  return writeAudit(db, {
    ...entry,
    actorUserId: actor.userId,
    customerId: customerId ?? undefined,
    requestId: request.id,
  })
}
