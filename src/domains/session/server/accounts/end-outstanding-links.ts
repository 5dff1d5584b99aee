import type { Database } from '#db/database.ts'
import { endResumeLinks } from '#domains/lead-records/server/lead-progress.ts'
import { expireLinksOfUser } from './account-link-store.ts'

/**
 * Expires everything issued earlier that could still give access to an account, or to drafts in its name: links that
 * set a password, including those for its holders, sign-ins awaiting their second step, and resume links of contracts.
 * Called whenever the credentials change.
 */
export async function endOutstandingLinks(db: Database, { userId, now }: { userId: number; now: Date }) {
  await expireLinksOfUser(db, { userId, now })
  await db.deleteFrom('identity_challenge').where('user_id', '=', userId).execute()
  await endResumeLinks(db, userId)
}
