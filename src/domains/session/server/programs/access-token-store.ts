import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isUnwritable } from '#kit/server/database-fault.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'

/** The prefix that identifies an access token, in requests and wherever one may leak. */
export const accessTokenPrefix = 'llum_read_'

/** An access token without its secret. */
export type AccessToken = {
  accessTokenId: number
  name: string
  scopes: string[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

/** The user a token reads for, and its scopes. */
export type AccessTokenHolder = {
  accessTokenId: number
  userId: number
  customerIds: number[]
  scopes: string[]
  locale: string
}

/** Creates a token and returns it complete, which happens only once. */
export async function insertAccessToken(
  db: Database,
  input: {
    userId: number
    /** The only holder whose data it reads; without it, every holder of the user. */
    customerId?: number
    name: string
    scopes: readonly string[]
    expiresAt: Date
    now: Date
  },
): Promise<{ accessTokenId: number; token: string }> {
  const token = accessTokenPrefix + createSecret()
  const { access_token_id } = await db
    .insertInto('access_token')
    .values({
      user_id: input.userId,
      customer_id: input.customerId ?? null,
      name: input.name,
      secret_hash: hashSecret(token, 'hex'),
      scopes: [...input.scopes],
      created_at: input.now,
      expires_at: input.expiresAt,
    })
    .returning('access_token_id')
    .executeTakeFirstOrThrow()
  return { accessTokenId: access_token_id, token }
}

/** Returns the valid tokens of a user, newest first. */
export function accessTokensOf(db: Database, { userId, now }: { userId: number; now: Date }): Promise<AccessToken[]> {
  return selectActiveTokens(db, now)
    .where('access_token.user_id', '=', userId)
    .select(['access_token_id as accessTokenId', 'name', 'scopes', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at', 'desc')
    .orderBy('access_token_id', 'desc')
    .execute()
}

/** Returns the holder of a valid token. Records its use, to the minute. */
export async function authenticateAccessToken(
  db: Database,
  token: string,
  now: Date,
): Promise<AccessTokenHolder | undefined> {
  const holder = await selectActiveTokens(db, now)
    .innerJoin('user_account', 'user_account.user_id', 'access_token.user_id')
    .where('secret_hash', '=', hashSecret(token, 'hex'))
    .where('role', '=', 'customer')
    .select(['access_token_id as accessTokenId', 'access_token.user_id as userId', 'scopes', 'locale'])
    .select(
      sql<number[]>`array(select customer_id from user_customer where user_id = access_token.user_id
        and customer_id = coalesce(access_token.customer_id, customer_id) order by 1)`.as('customerIds'),
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
    // While the database is read-only, programs can still read.
    if (!isUnwritable(error)) throw error
  }
  return holder
}

/** Moves the end of a valid token. Returns whether it is valid. */
export async function extendAccessToken(
  db: Database,
  { accessTokenId, expiresAt, now }: { accessTokenId: number; expiresAt: Date; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_token')
    .set({ expires_at: expiresAt })
    .where('access_token_id', '=', accessTokenId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes a token of a user. Returns whether it was valid until now. */
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

/** Revokes every token of a user. */
export async function revokeAccessTokensOf(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db
    .updateTable('access_token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

function selectActiveTokens(db: Database, now: Date) {
  return db
    .selectFrom('access_token')
    .where('access_token.revoked_at', 'is', null)
    .where('access_token.expires_at', '>', now)
}
