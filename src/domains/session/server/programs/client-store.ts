import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'

export type ClientCredential = { clientId: string; secret: string }

/** Creates a client id and secret by which a program signs in as a user. The secret is returned only here. */
export async function createClientCredential(
  db: Database,
  { userId, now }: { userId: number; now: Date },
): Promise<ClientCredential> {
  const clientId = randomBytes(12).toString('hex')
  const secret = createSecret()
  await db
    .insertInto('client_credential')
    .values({ client_id: clientId, user_id: userId, secret_hash: hashSecret(secret, 'base64'), created_at: now })
    .execute()
  return { clientId, secret }
}

/** Returns the user of a client that has not been revoked, if the secret is correct. */
export async function authenticateClient(
  db: Database,
  { clientId, secret }: ClientCredential,
): Promise<number | undefined> {
  const client = await db
    .selectFrom('client_credential')
    .select(['user_id', 'secret_hash'])
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const storedHash = client ? Buffer.from(client.secret_hash, 'base64') : Buffer.alloc(32)
  return timingSafeEqual(storedHash, Buffer.from(hashSecret(secret, 'base64'), 'base64')) ? client?.user_id : undefined
}

/** Returns the valid clients of a user, newest first. */
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

/** Revokes one client of a user. Returns whether it was valid until now. */
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

/** Revokes all clients of a user. Returns how many there were. */
export async function revokeClientsOf(db: Database, { userId, now }: { userId: number; now: Date }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('client_credential')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
