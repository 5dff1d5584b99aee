import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'

export type ClientCredential = { clientId: string; secret: string }

/** Makes an id and a secret by which a program signs in as a user. The secret is only ever seen here. */
export async function makeClient(
  db: Database,
  { userId, now }: { userId: number; now: Date },
): Promise<ClientCredential> {
  const clientId = randomBytes(12).toString('hex')
  const secret = randomSecret()
  await db
    .insertInto('client_credential')
    .values({ client_id: clientId, user_id: userId, secret_hash: secretHash(secret, 'base64'), created_at: now })
    .execute()
  return { clientId, secret }
}

/** The user of a client that has not been revoked, when the secret is its own. */
export async function userOfClient(db: Database, { clientId, secret }: ClientCredential): Promise<number | undefined> {
  const client = await db
    .selectFrom('client_credential')
    .select(['user_id', 'secret_hash'])
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const kept = client ? Buffer.from(client.secret_hash, 'base64') : Buffer.alloc(32)
  return timingSafeEqual(kept, Buffer.from(secretHash(secret, 'base64'), 'base64')) ? client?.user_id : undefined
}

/** The clients of a user that are in force, the newest first. */
export function clientsOf(db: Database, userId: number) {
  return db
    .selectFrom('client_credential')
    .select(['client_id as clientId', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('client_id')
    .execute()
}

/** Revokes one client of a user; answers whether it was in force until now. */
export async function revokeClient(
  db: Database,
  { userId, clientId, now }: { userId: number; clientId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('client_credential')
    .set({ revoked_at: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes all clients of a user; answers how many they were. */
export async function revokeClientsOf(db: Database, { userId, now }: { userId: number; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('client_credential')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
