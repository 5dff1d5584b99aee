import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ConsentState } from '../rules.ts'

export type DataConsentKey = { customerId: number; consentId: number }

/** Returns the consents of holders, newest first, each with whether its access token is still valid. */
export async function findConsents(db: Database, customerIds: number[], now: Date) {
  const consents = await db
    .selectFrom('data_consent')
    .innerJoin('customer', 'customer.customer_id', 'data_consent.customer_id')
    .where(isOneOf('data_consent.customer_id', customerIds))
    .selectAll('data_consent')
    .select('customer.name as holder')
    .$narrowType<{ end_reason: Exclude<ConsentState, 'active'> | null }>()
    .orderBy('given_at', 'desc')
    .orderBy('data_consent_id', 'desc')
    .execute()
  const tokens = await findTokens(db, consents, now)
  return consents.map((consent) => {
    const token = tokens.get(consent.access_token_id)
    return { ...consent, last_used_at: token?.last_used_at ?? null, has_access: token?.is_valid ?? false }
  })
}

// A statement of its own: joined with consents on their nodes, all access tokens of the coordinator would be sent there.
async function findTokens(db: Database, consents: readonly { access_token_id: number }[], now: Date) {
  if (consents.length === 0) return new Map<number, never>()
  const ids = consents.map(({ access_token_id: id }) => id)
  const rows = await db
    .selectFrom('access_token')
    .where('access_token_id', 'in', ids)
    .select(['access_token_id', 'last_used_at'])
    .select(sql<boolean>`revoked_at is null and expires_at > ${now}`.as('is_valid'))
    .execute()
  return new Map(rows.map((row) => [row.access_token_id, row]))
}

type NewConsent = {
  customerId: number
  userId: number
  accessTokenId: number
  thirdParty: string
  purpose: string
  scopes: readonly string[]
  validUntil: MarketDay
  expiresAt: Date
  now: Date
}

/** Inserts a consent. @returns its id. */
export async function insertConsent(db: Database, consent: NewConsent): Promise<number> {
  const { data_consent_id } = await db
    .insertInto('data_consent')
    .values({
      customer_id: consent.customerId,
      user_id: consent.userId,
      access_token_id: consent.accessTokenId,
      third_party: consent.thirdParty,
      purpose: consent.purpose,
      scopes: [...consent.scopes],
      given_at: consent.now,
      valid_until: consent.validUntil,
      expires_at: consent.expiresAt,
    })
    .returning('data_consent_id')
    .executeTakeFirstOrThrow()
  return data_consent_id
}

/** Locks a consent that has not ended until the transaction ends, and returns it; undefined if it has. */
export function lockOpenConsent(db: Database, { customerId, consentId }: DataConsentKey) {
  return db
    .selectFrom('data_consent')
    .where('customer_id', '=', customerId)
    .where('data_consent_id', '=', consentId)
    .where('ended_at', 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Extends a consent. */
export async function extendConsent(
  db: Database,
  { customerId, consentId }: DataConsentKey,
  { validUntil, expiresAt, now }: { validUntil: MarketDay; expiresAt: Date; now: Date },
) {
  await db
    .updateTable('data_consent')
    .set({ valid_until: validUntil, expires_at: expiresAt, renewed_at: now, end_notified_at: null })
    .where('customer_id', '=', customerId)
    .where('data_consent_id', '=', consentId)
    .execute()
}

/** Notes that a consent has ended. */
export async function markConsentEnded(
  db: Database,
  { customerId, consentId }: DataConsentKey,
  { reason, at }: { reason: Exclude<ConsentState, 'active'>; at: Date },
) {
  await db
    .updateTable('data_consent')
    .set({ ended_at: at, end_reason: reason })
    .where('customer_id', '=', customerId)
    .where('data_consent_id', '=', consentId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Returns consents that are over or whose access token was revoked, but which nobody has noted as ended. */
export function findConsentsToEnd(db: Database, { now, limit }: { now: Date; limit: number }) {
  return db
    .selectFrom('data_consent')
    .leftJoin('access_token', 'access_token.access_token_id', 'data_consent.access_token_id')
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`(data_consent.expires_at <= ${now} or revoked_at is not null or access_token.access_token_id is null)`,
    )
    .select([
      'data_consent.customer_id as customerId',
      'data_consent_id as consentId',
      'data_consent.expires_at as expiresAt',
    ])
    .limit(limit)
    .execute()
}

/** Notes that those who gave consents that end by an instant are told, each once. @returns these consents. */
export async function claimConsentsToNotify(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ customerId: number; userId: number; thirdParty: string; validUntil: MarketDay }[]> {
  const { rows } = await sql<{ customerId: number; userId: number; thirdParty: string; validUntil: MarketDay }>`
    update data_consent set end_notified_at = ${now}
    where end_notified_at is null and (customer_id, data_consent_id) in (
      select customer_id, data_consent_id from data_consent
      where ended_at is null and end_notified_at is null and expires_at > ${now} and expires_at <= ${until}
      limit ${limit})
    returning customer_id as "customerId", user_id as "userId", third_party as "thirdParty",
      valid_until as "validUntil"`.execute(db)
  return rows
}

/** Returns the names of holders. */
export function findHolders(db: Database, customerIds: number[]) {
  return db
    .selectFrom('customer')
    .where(isOneOf('customer_id', customerIds))
    .select(['customer_id as id', 'name'])
    .orderBy('name')
    .orderBy('customer_id')
    .execute()
}
