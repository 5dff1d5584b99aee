import type { AuditEntry } from '#kit/server/audit.ts'

/**
 * Who did something in the session of a user, for the audit log: the user, or the operator who looks at the portal as that
 * user sees it; then the user is the subject.
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
