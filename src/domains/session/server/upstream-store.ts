import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { seal, unseal } from './sealed-text.ts'

type Person = { address: string; id: string; email: string; name: string; locale: string; mustChangePassword: boolean }

/** Keeps who came in by another server as a user here, whom no password opens and who has nothing here. */
export async function keepUpstreamUser(db: Database, person: Person): Promise<number> {
  const { address, id, email, name, locale, mustChangePassword } = person
  const login = `upstream:${createHash('sha256').update(`${address} ${id}`).digest('hex').slice(0, 32)}`
  const told = { email, name, must_change_password: mustChangePassword }
  const { user_id } = await db
    .insertInto('user_account')
    .values({ login, locale, password_hash: 'none', ...told })
    .onConflict((conflict) => conflict.column('login').doUpdateSet(told))
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return user_id
}

/** Keeps the other server's token of a session, encrypted. */
export async function keepUpstreamToken(db: Database, sessionId: string, token: string, keys: KeyRing) {
  const sealed_token = seal(token, keys)
  await db
    .insertInto('upstream_session')
    .values({ session_id: sessionId, sealed_token })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ sealed_token }))
    .execute()
}

/** The other server's token of a session; null when there is none that can be read. */
export async function upstreamTokenOf(db: Database, sessionId: string, keys: KeyRing): Promise<string | null> {
  const row = await db
    .selectFrom('upstream_session')
    .where('session_id', '=', sessionId)
    .select('sealed_token')
    .executeTakeFirst()
  return row ? unseal(row.sealed_token, keys) : null
}

/** Forgets the token of a session that has ended. */
export async function forgetUpstreamToken(db: Database, sessionId: string) {
  await db.deleteFrom('upstream_session').where('session_id', '=', sessionId).execute()
}
