import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { requireSeen, versionOf } from '#kit/server/content-version.ts'

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

/** The passkeys of a user, the oldest first. */
export function passkeysOf(db: Database, userId: number): Promise<Passkey[]> {
  return passkeys(db).where('user_id', '=', userId).orderBy('passkey_id').execute().then(numbered)
}

/** The passkey that a browser has used. */
export async function findPasskey(db: Database, credentialId: string): Promise<Passkey | undefined> {
  return numbered(await passkeys(db).where('credential_id', '=', credentialId).execute())[0]
}

type NewPasskey = Omit<Passkey, 'passkeyId' | 'createdAt' | 'lastUsedAt'> & { now: Date }

/** Keeps a new passkey; undefined where it is known already. */
export async function addPasskey(db: Database, given: NewPasskey): Promise<number | undefined> {
  const { userId, credentialId, publicKey, signCount, transports, name, now } = given
  const row = await db
    .insertInto('passkey')
    .values({
      user_id: userId,
      credential_id: credentialId,
      public_key: publicKey,
      sign_count: String(signCount),
      transports,
      name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('passkey_id')
    .executeTakeFirst()
  return row?.passkey_id
}

/** Notes a use: a count that goes back tells of a copy. */
export async function noteUse(
  db: Database,
  { passkeyId, signCount, now }: { passkeyId: number; signCount: number; now: Date },
) {
  await db
    .updateTable('passkey')
    .set({ sign_count: String(signCount), last_used_at: now })
    .where('passkey_id', '=', passkeyId)
    .execute()
}

/** Gives a passkey another name, if it has still the one whose version was seen. */
export function renamePasskey(
  db: Kysely<DB>,
  { passkeyId, name, seen }: { passkeyId: number; name: string; seen: string | undefined },
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const present = await transaction
      .selectFrom('passkey')
      .where('passkey_id', '=', passkeyId)
      .select('name')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!present || present.name === name) return
    requireSeen(seen, { version: versionOf(present.name), name: present.name })
    await transaction.updateTable('passkey').set({ name }).where('passkey_id', '=', passkeyId).execute()
  })
}

export async function removePasskey(db: Database, passkeyId: number) {
  await db.deleteFrom('passkey').where('passkey_id', '=', passkeyId).execute()
}

function passkeys(db: Database) {
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

function numbered<Row extends { signCount: string | number }>(rows: Row[]): (Row & { signCount: number })[] {
  return rows.map((row) => ({ ...row, signCount: Number(row.signCount) }))
}
