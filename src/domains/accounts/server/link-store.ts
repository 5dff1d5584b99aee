import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'
import type { LinkPurpose } from '../rules.ts'

/** A mailed link that can be used: for an account, or for the holder who is to have one. */
export type OpenLink = {
  linkHash: string
  userId: number | null
  customerId: number | null
  email: string
  phone: string | null
  locale: string
  /** What it was mailed to sign. */
  signatureId: string | null
}

type NewLink = {
  purpose: LinkPurpose
  userId: number | null
  customerId: number | null
  /** What it was mailed to sign. */
  signatureId?: string
  email: string
  phone?: string | null
  locale: Locale
  expiresAt: Date
}

/** Makes a link and answers its secret, of which only a hash is kept. */
export async function makeLink(
  db: Database,
  { purpose, userId, customerId, signatureId, email, phone = null, locale, expiresAt }: NewLink,
  now: Date,
): Promise<string> {
  const secret = randomSecret()
  await db
    .insertInto('account_link')
    .values({
      link_hash: secretHash(secret),
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

/** The link with a secret, unless it was used, has ended or was never made. */
export async function findOpenLink(
  db: Database,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string | undefined; now: Date },
): Promise<OpenLink | undefined> {
  if (!secret) return undefined
  return db
    .selectFrom('account_link')
    .where('link_hash', '=', secretHash(secret))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['link_hash as linkHash', 'user_id as userId', 'customer_id as customerId', 'email', 'phone', 'locale'])
    .select('signature_id as signatureId')
    .executeTakeFirst()
}

/** The log-in that a link sets the password of: that of its account, or the NIF of the holder who is to have one. */
export async function userOfLink(db: Database, { userId, customerId }: OpenLink): Promise<string | null> {
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

/** Uses a link up; answers whether it could still be used, which of several who try at once only one is told. */
export async function spendLink(db: Database, { linkHash }: Pick<OpenLink, 'linkHash'>, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_link')
    .set({ used_at: now })
    .where('link_hash', '=', linkHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the other links, which nobody has used, by which the same account could be reached. */
export async function endLinks(
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
