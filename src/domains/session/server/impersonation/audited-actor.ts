import type { AuditEntry } from '#kit/server/audit.ts'

/**
 * Returns the actor of a user's session for the audit log: the user, or the operator who impersonates them, in which
 * case the user is the subject.
 */
export function auditedActor({
  userId,
  impersonatorId,
}: {
  userId: number
  impersonatorId?: number | null
}): Pick<AuditEntry, 'actorUserId' | 'subject'> {
  return impersonatorId ? { actorUserId: impersonatorId, subject: `user:${userId}` } : { actorUserId: userId }
}
