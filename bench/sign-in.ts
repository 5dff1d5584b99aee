import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { readKeyRing } from '#domains/session/server/keys/key-store.ts'
import { openSession } from '#domains/session/server/sessions/session-store.ts'
import { signToken } from '#domains/session/server/sessions/session-token.ts'

/** Makes an account of a holder, and answers the token of a session of theirs. */
export async function signInAsHolder(
  db: Kysely<DB>,
  { customerId, login, passwordHash = 'none' }: { customerId: number; login: string; passwordHash?: string },
): Promise<string> {
  const account = { login, email: `${login}@example.test`, name: login, password_hash: passwordHash }
  const { user_id: userId } = await db
    .insertInto('user_account')
    .values(account)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_customer').values({ user_id: userId, customer_id: customerId }).execute()
  return signInAsUser(db, userId)
}

/** Answers the token of a new session of a user. */
export async function signInAsUser(db: Kysely<DB>, userId: number): Promise<string> {
  const now = new Date()
  const { sessionId, expiresAt } = await openSession(db, {
    userId,
    now,
    lifetime: { idleMinutes: 60, absoluteHours: 2 },
  })
  const claims = { sessionId, userId, locale: 'es', readonly: false, expiresAt }
  return signToken(claims, { keys: await readKeyRing(db, 'session'), userIdField: 'user_id' }, now)
}
