import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { inTransaction } from '#kit/server/database.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'
import { isInForce, type Scope } from '../rules.ts'

/** A key of one of the retailer's systems, without its secret. */
export type IntegrationKey = {
  keyId: number
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** By these letters a secret is known for one wherever it should turn up. */
const prefix = 'llum_'

/** Makes a key and answers its secret, which is told this once; undefined where the name is taken. */
export async function createKey(
  db: Database,
  { name, scopes, expiresAt, now }: { name: string; scopes: readonly Scope[]; expiresAt: Date | null; now: Date },
): Promise<string | undefined> {
  const secret = prefix + randomSecret()
  return inTransaction(db, async (transaction) => {
    const made = await transaction
      .insertInto('integration_key')
      .values({
        name,
        scopes: [...scopes],
        secret_hash: secretHash(secret, 'hex'),
        created_at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('integration_key_id')
      .executeTakeFirst()
    if (!made) return undefined
    const subject = `integration_key:${made.integration_key_id}`
    await writeAudit(transaction, { action: 'integration_key_made', subject, after: { name, scopes, expiresAt } })
    return secret
  })
}

/** Takes a key away for good; false where none of this name is in use. */
export async function revokeKey(db: Database, { name, now }: { name: string; now: Date }): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const revoked = await transaction
      .updateTable('integration_key')
      .set({ revoked_at: now })
      .where('name', '=', name)
      .where('revoked_at', 'is', null)
      .returning('integration_key_id')
      .executeTakeFirst()
    if (!revoked) return false
    const subject = `integration_key:${revoked.integration_key_id}`
    await writeAudit(transaction, { action: 'integration_key_revoked', subject })
    return true
  })
}

/** Every key there was, the newest first. */
export function listKeys(db: Database): Promise<IntegrationKey[]> {
  return keys(db).orderBy('created_at', 'desc').orderBy('integration_key_id', 'desc').execute()
}

/** The key with this secret while it is in force; its use is noted, to the minute. */
export async function useKey(db: Database, secret: string, now: Date): Promise<IntegrationKey | undefined> {
  const key = await keys(db).where('secret_hash', '=', secretHash(secret, 'hex')).executeTakeFirst()
  if (!key || !isInForce(key, now)) return undefined
  await db
    .updateTable('integration_key')
    .set({ last_used_at: now })
    .where('integration_key_id', '=', key.keyId)
    .where(sql<boolean>`coalesce(last_used_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`)
    .execute()
  return key
}

function keys(db: Database) {
  return db
    .selectFrom('integration_key')
    .select(['integration_key_id as keyId', 'name', 'scopes', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(['revoked_at as revokedAt', 'last_used_at as lastUsedAt'])
}
