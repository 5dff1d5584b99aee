import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { inTransaction } from '#kit/server/database.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'
import { isKeyActive, type Scope } from '../rules.ts'

/** An integration key without its secret. */
export type IntegrationKey = {
  keyId: number
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** The prefix by which a leaked secret can be recognised. */
const prefix = 'llum_'

/** Creates a key and returns its secret, which is never shown again. Returns undefined if the name is taken. */
export async function createKey(
  db: Database,
  { name, scopes, expiresAt, now }: { name: string; scopes: readonly Scope[]; expiresAt: Date | null; now: Date },
): Promise<string | undefined> {
  const secret = prefix + createSecret()
  return inTransaction(db, async (transaction) => {
    const made = await transaction
      .insertInto('integration_key')
      .values({
        name,
        scopes: [...scopes],
        secret_hash: hashSecret(secret, 'hex'),
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

/** Revokes a key for good. Returns false if no active key has this name. */
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

/** Returns all keys, newest first. */
export function listKeys(db: Database): Promise<IntegrationKey[]> {
  return selectKeys(db).orderBy('created_at', 'desc').orderBy('integration_key_id', 'desc').execute()
}

/** Returns the active key with this secret and records its use, to the minute. */
export async function findActiveKey(db: Database, secret: string, now: Date): Promise<IntegrationKey | undefined> {
  const key = await selectKeys(db).where('secret_hash', '=', hashSecret(secret, 'hex')).executeTakeFirst()
  if (!key || !isKeyActive(key, now)) return undefined
  await db
    .updateTable('integration_key')
    .set({ last_used_at: now })
    .where('integration_key_id', '=', key.keyId)
    .where(sql<boolean>`coalesce(last_used_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`)
    .execute()
  return key
}

function selectKeys(db: Database) {
  return db
    .selectFrom('integration_key')
    .select(['integration_key_id as keyId', 'name', 'scopes', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(['revoked_at as revokedAt', 'last_used_at as lastUsedAt'])
}
