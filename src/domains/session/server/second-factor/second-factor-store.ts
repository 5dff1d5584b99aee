import { createHash, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

const recoveryCodeCount = 10

/** Returns the authenticator app of a user. Until it is confirmed, no code is required. */
export async function findCodeApp(db: Database, userId: number) {
  return db
    .selectFrom('code_app')
    .select(['sealed_secret as sealedSecret', 'confirmed_at as confirmedAt', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Saves the secret of an app awaiting confirmation. An app in use is not replaced. Returns whether it was saved. */
export async function saveCodeAppSecret(
  db: Database,
  { userId, sealedSecret }: { userId: number; sealedSecret: string },
) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('code_app')
    .values({ user_id: userId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: sealedSecret, last_step: 0 })
        .where('code_app.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Records that a code of this time step was used. Returns false if one as late was used meanwhile. */
export async function claimCodeStep(
  db: Database,
  { userId, step }: { userId: number; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('code_app')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markCodeAppConfirmed(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db.updateTable('code_app').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** Removes the app. Returns whether there was one. */
export async function deleteCodeApp(db: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('code_app').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Creates ten recovery codes for a user who loses every other factor. Earlier ones become invalid. They are returned
 * only here.
 */
export async function createRecoveryCodes(db: Database, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode)
  await deleteRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(db: Database, userId: number) {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses a recovery code. Returns false for a wrong or a used one. */
export async function claimRecoveryCode(
  db: Database,
  { userId, code, now }: { userId: number; code: string; now: Date },
) {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The purpose of a challenge, so that a response to one challenge is not valid for another. */
export type ChallengePurpose = 'second_step' | 'passkey' | 'new_passkey'

const challengeMinutes = 10

/** Stores a challenge until it is answered. Returns its id. */
export async function storeChallenge(
  db: Database,
  {
    purpose,
    userId,
    challenge = '',
    now,
  }: { purpose: ChallengePurpose; userId: number | null; challenge?: string; now: Date },
): Promise<string> {
  const challengeId = randomUUID()
  const expires_at = new Date(now.getTime() + challengeMinutes * 60_000)
  await db
    .insertInto('identity_challenge')
    .values({ challenge_id: challengeId, purpose, user_id: userId, challenge, expires_at })
    .execute()
  return challengeId
}

type ChallengeQuery = { purpose: ChallengePurpose; challengeId: string; now: Date }

/** Returns a challenge that is still open. */
export async function findChallenge(db: Database, { purpose, challengeId, now }: ChallengeQuery) {
  return db
    .selectFrom('identity_challenge')
    .select(['user_id as userId', 'challenge'])
    .where(sql`challenge_id::text`, '=', challengeId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Returns and deletes a challenge: of several concurrent responses only one gets it. */
export async function claimChallenge(db: Database, { purpose, challengeId, now }: ChallengeQuery) {
  return db
    .deleteFrom('identity_challenge')
    .where(sql`challenge_id::text`, '=', challengeId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'challenge'])
    .executeTakeFirst()
}

const recoveryCodeAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Generates ten unambiguous letters, nearly fifty bits. */
function generateRecoveryCode(): string {
  const text = Array.from({ length: 10 }, () => recoveryCodeAlphabet[randomInt(recoveryCodeAlphabet.length)]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

// Random enough not to need a slow password hash. Accepted with or without its dash.
function hashOf(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}
