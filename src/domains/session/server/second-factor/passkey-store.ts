import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'

export type Passkey = {
  passkeyId: number
  userId: number
  credentialId: string
  publicKey: string
  signCount: number
  transports: string[]
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** Returns the passkeys of a user, oldest first. */
export function passkeysOf(db: Database, userId: number): Promise<Passkey[]> {
  return selectPasskeys(db).where('user_id', '=', userId).orderBy('passkey_id').execute()
}

/** Returns the passkey that a browser has used. */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | undefined> {
  return selectPasskeys(db).where('credential_id', '=', credentialId).executeTakeFirst()
}

type PasskeyInput = Omit<Passkey, 'passkeyId' | 'createdAt' | 'lastUsedAt'> & { now: Date }

/** Saves a new passkey. Undefined if it exists already. */
export async function insertPasskey(db: Database, input: PasskeyInput): Promise<number | undefined> {
  const { userId, credentialId, publicKey, signCount, transports, name, now } = input
  const row = await db
    .insertInto('passkey')
    .values({
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      sign_count: signCount,
      transports,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row?.passkey_id
}

/** Records a use. A counter that decreases indicates a copy. */
export async function recordPasskeyUse(
  db: Database,
  { passkeyId, signCount, now }: { passkeyId: number; signCount: number; now: Date },
) {
  await db
    .updateTable('passkey')
    .set({ sign_count: signCount, last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .execute()
}

/** Renames a passkey, if its version is still the one that was read. */
export function updatePasskeyName(
  db: Kysely<DB>,
  { passkeyId, name, seen }: { passkeyId: number; name: string; seen: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const stored = await transaction
      .selectFrom('passkey')
      .where('passkey_id', '=', passkeyId)
      .select('name')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!stored || stored.name === name) return
    requireExpectedVersion(seen, { version: contentVersionOf(stored.name), name: stored.name })
    await transaction.updateTable('passkey').set({ name }).where('passkey_id', '=', passkeyId).execute()
  })
}

export async function deletePasskey(db: Database, passkeyId: number) {
  await db.deleteFrom('passkey').where('passkey_id', '=', passkeyId).execute()
}

function selectPasskeys(db: Database) {
  return db
    .selectFrom('passkey')
    .select([
      'passkey_id as passkeyId',
      'user_id as userId',
      'credential_id as credentialId',
      'public_key as publicKey',
      'sign_count as signCount',
      'transports',
      'name',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
    ])
}
