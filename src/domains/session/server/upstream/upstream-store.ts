import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'

type UpstreamPerson = {
  address: string
  id: string
  email: string
  name: string
  locale: string
  mustChangePassword: boolean
}

/** Saves a user of an upstream server as a local user without a password or any data. */
export async function saveUpstreamUser(db: Database, person: UpstreamPerson): Promise<number> {
  const { address, id, email, name, locale, mustChangePassword } = person
  const login = `upstream:${createHash('sha256').update(`${address} ${id}`).digest('hex').slice(0, 32)}`
  const profile = { email, name, must_change_password: mustChangePassword }
  const { user_id } = await db
    .insertInto('user_account')
    .values({ login, locale, password_hash: 'none', ...profile })
    .onConflict((conflict) => conflict.column('login').doUpdateSet(profile))
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** Stores the upstream token of a session, encrypted. */
export async function saveUpstreamToken(db: Database, sessionId: string, token: string, keys: KeyRing) {
  const sealed_token = encryptText(token, keys)
  await db
    .insertInto('upstream_session')
    .values({ session_id: sessionId, sealed_token })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ sealed_token }))
    .execute()
}

/** Returns the upstream token of a session. Null if there is none that can be decrypted. */
export async function upstreamTokenOf(db: Database, sessionId: string, keys: KeyRing): Promise<string | null> {
  const row = await db
    .selectFrom('upstream_session')
    .where('session_id', '=', sessionId)
    .select('sealed_token')
    .executeTakeFirst()
  return row ? decryptText(row.sealed_token, keys) : null
}

/** Deletes the upstream token of a session that has ended. */
export async function deleteUpstreamToken(db: Database, sessionId: string) {
  await db.deleteFrom('upstream_session').where('session_id', '=', sessionId).execute()
}
