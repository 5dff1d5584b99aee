import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isUnwritable } from '#kit/server/database-fault.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'

/** By these letters a token is known for one, at the door and wherever it should turn up. */
export const accessTokenPrefix = 'llum_read_'

/** What a token was made for, without its secret. */
export type AccessToken = {
  accessTokenId: number
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** Whom a token lets read, and what. */
export type AccessTokenHolder = {
  accessTokenId: number
  userId: number
  customerIds: number[]
  scopes: string[]
  locale: string
}

/** Makes a token and answers it whole, which is told this once. */
export async function makeAccessToken(
  db: Database,
  made: { userId: number; name: string; scopes: readonly string[]; expiresAt: Date; now: Date },
): Promise<{ accessTokenId: number; token: string }> {
  const token = accessTokenPrefix + randomSecret()
  const { access_token_id } = await db
    .insertInto('access_token')
    .values({
      user_id: made.userId,
      name: made.name,
      secret_hash: secretHash(token, 'hex'),
      scopes: [...made.scopes],
      created_at: made.now,
      expires_at: made.expiresAt,
    })
    .returning('access_token_id')
    .executeTakeFirstOrThrow()
  return { accessTokenId: access_token_id, token }
}

/** The tokens of a user that are in force, the newest first. */
export function accessTokensOf(db: Database, { userId, now }: { userId: number; now: Date }): Promise<AccessToken[]> {
  return inForce(db, now)
    .where('access_token.user_id', '=', userId)
    .select(['access_token_id as accessTokenId', 'name', 'scopes', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('access_token_id', 'desc')
    .execute()
}

/** Whom a token lets read while it is in force; its use is noted, to the minute. */
export async function useAccessToken(db: Database, token: string, now: Date): Promise<AccessTokenHolder | undefined> {
  const holder = await inForce(db, now)
    .innerJoin('user_account', 'user_account.user_id', 'access_token.user_id')
    .where('secret_hash', '=', secretHash(token, 'hex'))
    .where('role', '=', 'customer')
    .select(['access_token_id as accessTokenId', 'access_token.user_id as userId', 'scopes', 'locale'])
    .select(
      sql<number[]>`array(select customer_id from user_customer where user_id = access_token.user_id order by 1)`.as(
        'customerIds',
      ),
    )
    .executeTakeFirst()
  if (!holder) return undefined
  try {
    await db
      .updateTable('access_token')
      .set({ last_used_at: now })
      .where('access_token_id', '=', holder.accessTokenId)
      .where(sql<boolean>`coalesce(last_used_at, '-infinity') < ${now}::timestamptz - interval '1 minute'`)
      .execute()
  } catch (error) {
    // Where nothing can be written, programs go on reading.
    if (!isUnwritable(error)) throw error
  }
  return holder
}

/** Ends a token of a user; answers whether it was in force until now. */
export async function revokeAccessToken(
  db: Database,
  { userId, accessTokenId, now }: { userId: number; accessTokenId: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('access_token_id', '=', accessTokenId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every token of a user. */
export async function revokeAccessTokensOf(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

function inForce(db: Database, now: Date) {
  return db
    .selectFrom('access_token')
    .where('access_token.revoked_at', 'is', null)
    .where('access_token.expires_at', '>', now)
}
