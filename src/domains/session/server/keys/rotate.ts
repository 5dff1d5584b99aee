import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { announceKey, readKeyRing, readKeys, type StoredKey } from './key-store.ts'
import { countEncryptedTexts, reencryptAll } from './reencrypt.ts'
import { isRotating, type KeyPurpose, settleSeconds } from './rules.ts'

/** Receives the progress of a rotation. */
export type RotationReport = (line: string) => void

/**
 * The result of a rotation: the key that is in force now, whether it was started earlier, and which rows no key
 * decrypts.
 */
export type Rotation = { id: string; isResumed: boolean; inForceFrom: Date; unreadable: string[] }

const pauseSeconds = 10

/**
 * Gives a purpose a new key, or resumes an unfinished rotation. The key comes into force once every server has read it;
 * encrypted texts are then re-encrypted until no server can use the previous key any more. May be interrupted at any
 * point.
 */
export async function rotateKeys(db: Database, purpose: KeyPurpose, report: RotationReport): Promise<Rotation> {
  const { key, isResumed } = await beginRotation(db, purpose)
  const { id, inForceFrom } = key
  report(
    `${isResumed ? 'Going on with' : 'Made'} ${purpose} ${id}, which is used from ${inForceFrom.toISOString()} on.`,
  )
  const unreadable = purpose === 'sealing' ? await reencryptUntilSettled(db, key, report) : []
  return { id, isResumed, inForceFrom, unreadable }
}

async function beginRotation(db: Database, purpose: KeyPurpose): Promise<{ key: StoredKey; isResumed: boolean }> {
  await readKeyRing(db, purpose)
  const keys = (await readKeys(db)).filter((key) => key.purpose === purpose)
  const newest = keys.at(-1)!
  const counts = purpose === 'sealing' ? await countEncryptedTexts(db) : []
  const textsUnderOthers = counts.filter(({ keyId }) => keyId !== newest.id).reduce((sum, { count }) => sum + count, 0)
  const state = { inForceFrom: newest.inForceFrom, isFirst: keys.length === 1, textsUnderOthers }
  if (keys.length > 1 && isRotating({ ...state, now: await databaseNow(db) })) return { key: newest, isResumed: true }
  const id = String(Number(newest.id) + 1)
  const isMade = await announceKey(db, { purpose, id })
  if (isMade) await writeAudit(db, { action: 'key_made', subject: `key:${purpose}:${id}` })
  const made = (await readKeys(db)).find((key) => key.purpose === purpose && key.id === id)!
  return { key: made, isResumed: !isMade }
}

async function reencryptUntilSettled(db: Database, { inForceFrom }: StoredKey, report: RotationReport) {
  await sleepUntil(db, inForceFrom)
  const settledAt = new Date(inForceFrom.getTime() + settleSeconds * 1000)
  const keys = await readKeyRing(db, 'sealing')
  for (;;) {
    const isSettled = (await databaseNow(db)) >= settledAt
    const pass = await reencryptAll(db, keys, { report: (count) => report(`Sealed anew: ${count}.`) })
    if (isSettled && pass.reencrypted === 0 && pass.busy === 0) return pass.unreadable
    if (pass.busy > 0) await sleep(1000)
    if (!isSettled)
      report(`Servers may encrypt with the previous key until ${settledAt.toISOString()}: checking again.`)
    if (!isSettled) await sleepUntil(db, settledAt, pauseSeconds)
  }
}

async function sleepUntil(db: Database, time: Date, maxSeconds = Number.POSITIVE_INFINITY) {
  const ms = time.getTime() - (await databaseNow(db)).getTime()
  if (ms > 0) await sleep(Math.min(ms, maxSeconds * 1000))
}

/** Returns the time of the database, by which keys come into force. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}
