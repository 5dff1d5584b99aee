import type { Database } from '#db/database.ts'
import { endOutstandingLinks } from '../accounts/end-outstanding-links.ts'
import { revokeAccessTokensOf } from '../programs/access-token-store.ts'

/** Revokes one session. Returns whether it was open until now; of several concurrent calls only one gets true. */
export async function revokeSession(db: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes every session of a user but one. */
export async function revokeOtherSessions(
  db: Database,
  { userId, sessionId, now }: { userId: number; sessionId: string; now: Date },
) {
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('session_id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Revokes every session of a user, the access tokens of their programs, and every link that could still sign a user in.
 */
export async function revokeSessionsOf(db: Database, { userId, now }: { userId: number; now: Date }) {
  await revokeAccessTokensOf(db, { userId, now })
  await endOutstandingLinks(db, { userId, now })
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}
