import { createHash, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

const recoveryCodes = 10

/** The app of somebody that makes one-time codes; until it is confirmed nobody is asked for one. */
export async function codeAppOf(db: Database, userId: number) {
  const row = await db
    .selectFrom('code_app')
    .select(['sealed_secret as sealedSecret', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, lastStep: Number(row.lastStep) }
}

/** Keeps the secret of an app that is to be confirmed; one that is in use stays. Answers whether it was kept. */
export async function beginCodeApp(db: Database, { userId, sealedSecret }: { userId: number; sealedSecret: string }) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('code_app')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, last_step: '0' })
        .where('code_app.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Notes that a code of this step was taken; false where one as late was taken meanwhile. */
export async function takeStep(db: Database, { userId, step }: { userId: number; step: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('code_app')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function confirmCodeApp(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db.updateTable('code_app').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** Takes the app away; answers whether there was one. */
export async function removeCodeApp(db: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('code_app').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes ten codes for who has lost everything else; those from before no longer count. They are only ever seen here. */
export async function makeRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode)
  await dropRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

export async function dropRecoveryCodes(db: Database, userId: number) {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses a recovery code up; false for a wrong or a used one. */
export async function takeRecoveryCode(
  db: Database,
  { userId, typed, now }: { userId: number; typed: string; now: Date },
) {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(typed))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function recoveryCodesLeft(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a challenge is for, so that an answer to one question is none to another. */
export type Purpose = 'second_step' | 'passkey' | 'new_passkey'

const challengeMinutes = 10

/** Keeps a question until it is answered; answers its name. */
export async function keepChallenge(
  db: Database,
  { purpose, userId, challenge = '', now }: { purpose: Purpose; userId: number | null; challenge?: string; now: Date },
): Promise<string> {
  const challengeId = randomUUID()
  const expires_at = new Date(now.getTime() + challengeMinutes * 60_000)
  await db
    .insertInto('identity_challenge')
    .values({ challenge_id: challengeId, purpose, user_id: userId, challenge, expires_at })
    .execute()
  return challengeId
}

type Asked = { purpose: Purpose; challengeId: string; now: Date }

/** A question that still waits. */
export async function findChallenge(db: Database, { purpose, challengeId, now }: Asked) {
  return db
    .selectFrom('identity_challenge')
    .select(['user_id as userId', 'challenge'])
    .where(sql`challenge_id::text`, '=', challengeId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The question, which is then gone: of several answers at once only one finds it. */
export async function takeChallenge(db: Database, { purpose, challengeId, now }: Asked) {
  return db
    .deleteFrom('identity_challenge')
    .where(sql`challenge_id::text`, '=', challengeId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'challenge'])
    .executeTakeFirst()
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten letters that are not taken for one another, nearly fifty bits. */
function makeRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

// So random that it needs none of the slowness of a password's hash; typed with or without its dash.
function hashOf(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}
