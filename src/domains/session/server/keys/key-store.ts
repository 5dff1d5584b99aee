import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { firstKeyId, type KeyRing, keyRing, type SecretKey } from '#kit/server/key-ring.ts'
import { deleteSecret, insertSecret } from '#kit/server/secret-keys.ts'
import { announceSeconds, type KeyPurpose, keyPurposes } from './rules.ts'

/** A key as stored. Times are by the clock of the database, which is the same for all servers. */
export type StoredKey = SecretKey & { purpose: KeyPurpose; createdAt: Date; inForceFrom: Date; isInForce: boolean }

const keyBytes = 32

/** Returns all keys of all purposes, oldest first. */
export async function readKeys(db: Database): Promise<StoredKey[]> {
  const names = keyPurposes.flatMap((purpose) => [purpose, `${purpose}:%`])
  const { rows } = await sql<{ name: string; value: string; createdAt: Date; inForceFrom: Date; isInForce: boolean }>`
    select name, value, created_at as "createdAt", coalesce(in_force_from, created_at) as "inForceFrom",
      coalesce(in_force_from, created_at) <= clock_timestamp() as "isInForce"
    from secret_key where name like any(${names}::text[])`.execute(db)
  const keys = rows.map(({ name, value, ...times }) => {
    const [purpose, id = firstKeyId] = name.split(':')
    return { purpose: purpose as KeyPurpose, id, value: Buffer.from(value, 'base64'), ...times }
  })
  return keys.sort((one, other) => Number(one.id) - Number(other.id))
}

/** Creates the first key of each purpose that has none. Of two concurrent ones the first one is kept. */
export async function ensureKeys(db: Database): Promise<void> {
  const present = new Set((await readKeys(db)).map(({ purpose }) => purpose))
  for (const purpose of keyPurposes)
    if (!present.has(purpose)) await insertKey(db, { purpose, id: '1', announcedSeconds: 0 })
}

/** Adds a key that comes into force once every server has read it. Returns false if another call has just added it. */
export async function announceKey(
  db: Database,
  { purpose, id }: { purpose: KeyPurpose; id: string },
): Promise<boolean> {
  return insertKey(db, { purpose, id, announcedSeconds: announceSeconds })
}

function insertKey(
  db: Database,
  { purpose, id, announcedSeconds }: { purpose: KeyPurpose; id: string; announcedSeconds: number },
): Promise<boolean> {
  return insertSecret(db, { name: nameOf(purpose, id), value: randomBytes(keyBytes), announcedSeconds })
}

export async function deleteKey(db: Database, { purpose, id }: { purpose: KeyPurpose; id: string }) {
  await deleteSecret(db, nameOf(purpose, id))
}

/** Reads the current keys of a purpose, for a short-lived program. Creates the first key if there is none. */
export async function readKeyRing(db: Database, purpose: KeyPurpose): Promise<KeyRing> {
  await ensureKeys(db)
  return ringOf(await readKeys(db), purpose)
}

/** Returns the ring of a purpose. Keys that are not in force yet only decrypt and verify. */
export function ringOf(stored: readonly StoredKey[], purpose: KeyPurpose): KeyRing {
  const keys = stored.filter((key) => key.purpose === purpose)
  const current = keys.filter(({ isInForce }) => isInForce).at(-1)
  return { ...keyRing(keys), current: () => current ?? keys[0]! }
}

function nameOf(purpose: KeyPurpose, id: string): string {
  return id === firstKeyId ? purpose : `${purpose}:${id}`
}
