import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { LinkPurpose } from '../../link-purposes.ts'

/** A one-time link that can be used: for an account, or for the holder who is to get one. */
export type OpenLink = {
  linkHash: string
  userId: number | null
  customerId: number | null
  email: string
  phone: string | null
  locale: string
  /** The signature that the link was mailed for. */
  signatureId: string | null
}

type NewLink = {
  purpose: LinkPurpose
  userId: number | null
  customerId: number | null
  /** The signature that the link is mailed for. */
  signatureId?: string
  email: string
  phone?: string | null
  locale: Locale
  expiresAt: Date
}

/** Creates a link and returns its secret. Only a hash of it is stored. */
export async function createLink(
  db: Database,
  { purpose, userId, customerId, signatureId, email, phone = null, locale, expiresAt }: NewLink,
  now: Date,
): Promise<string> {
  const secret = createSecret()
  await db
    .insertInto('account_link')
    .values({
      link_hash: hashSecret(secret),
      purpose,
      user_id: userId,
      customer_id: customerId,
      signature_id: signatureId ?? null,
      email,
      phone,
      locale,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return secret
}

/** Returns the link with a secret. Undefined if it was used, has expired or never existed. */
export async function findOpenLink(
  db: Database,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string | undefined; now: Date },
): Promise<OpenLink | undefined> {
  if (!secret) return undefined
  return db
    .selectFrom('account_link')
    .where('link_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['link_hash as linkHash', 'user_id as userId', 'customer_id as customerId', 'email', 'phone', 'locale'])
    .select('signature_id as signatureId')
    .executeTakeFirst()
}

/** Returns the login whose password a link sets: that of its account, or the NIF of the holder who is to get one. */
export async function loginOfLink(db: Database, { userId, customerId }: OpenLink): Promise<string | null> {
  const account = db.selectFrom('user_account').where('user_id', '=', userId).select('login')
  const login = userId === null ? undefined : await account.executeTakeFirst()
  if (login || customerId === null) return login?.login ?? null
  const holder = await db
    .selectFrom('customer')
    .where('customer_id', '=', customerId)
    .select((row) => row.fn.coalesce('claimed_tax_id', 'tax_id').as('tax_id'))
    .executeTakeFirst()
  return holder?.tax_id ?? null
}

/** Marks a link as used. Returns whether it was still unused; of several concurrent calls only one gets true. */
export async function claimLink(db: Database, { linkHash }: Pick<OpenLink, 'linkHash'>, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_link')
    .set({ used_at: now })
    .where('link_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Expires the other unused links to the same account. */
export async function expireOtherLinks(
  db: Database,
  { userId, customerId }: { userId: number; customerId: number | null },
  now: Date,
) {
  await db
    .updateTable('account_link')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) =>
      row.or([row('user_id', '=', userId), ...(customerId === null ? [] : [row('customer_id', '=', customerId)])]),
    )
    .execute()
}

/** Expires the unused links to an account, including those for its holders. */
export async function expireLinksOfUser(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db
    .updateTable('account_link')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((row) =>
      row.or([
        row('user_id', '=', userId),
        row('customer_id', 'in', (rows) =>
          rows.selectFrom('user_customer').select('customer_id').where('user_id', '=', userId),
        ),
      ]),
    )
    .execute()
}

/** Deletes the links of a holder, except those that were mailed to sign something. */
export async function deleteLinksOfCustomer(db: Database, customerId: number) {
  await db.deleteFrom('account_link').where('customer_id', '=', customerId).where('signature_id', 'is', null).execute()
}

type LinkOwner = { now: Date } & ({ customerId: number } | { userId: number })

/**
 * Expires the links that were mailed to sign something: they no longer identify anybody, but still report their
 * outcome.
 */
export async function expireSigningLinks(db: Database, { now, ...of }: LinkOwner) {
  await db
    .updateTable('account_link')
    .set({ user_id: null, email: '', phone: null, expires_at: sql`least(expires_at, ${now}::timestamptz)` })
    .where('signature_id', 'is not', null)
    .where('customer_id', 'is not', null)
    .where((link) => ('userId' in of ? link('user_id', '=', of.userId) : link('customer_id', '=', of.customerId)))
    .execute()
}
