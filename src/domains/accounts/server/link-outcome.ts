import type { Database } from '#db/database.ts'
import { secretHash } from '#kit/server/random-secret.ts'
import type { LinkOutcome } from '../api.ts'
import type { LinkPurpose } from '../rules.ts'

type LinkQuery = { purpose: LinkPurpose; secret: string | undefined; now: Date }

/**
 * What became of a mailed link that opens nothing any more: whether it was used, and how what it was mailed to sign stands.
 * Null for a link that still opens something or that nobody made.
 */
export async function readLinkOutcome(db: Database, { purpose, secret, now }: LinkQuery): Promise<LinkOutcome | null> {
  if (!secret) return null
  const link = await db
    .selectFrom('account_link')
    .where('link_hash', '=', secretHash(secret))
    .where('purpose', '=', purpose)
    .where((of) => of.or([of('used_at', 'is not', null), of('expires_at', '<=', now)]))
    .select(['used_at', 'customer_id', 'signature_id'])
    .executeTakeFirst()
  if (!link) return null
  return { used_at: link.used_at?.toISOString() ?? null, signature: await signatureOf(db, link, now) }
}

async function signatureOf(
  db: Database,
  { customer_id, signature_id }: { customer_id: number | null; signature_id: string | null },
  now: Date,
): Promise<LinkOutcome['signature']> {
  if (customer_id === null || signature_id === null) return null
  const signature = await db
    .selectFrom('signature')
    .where('customer_id', '=', customer_id)
    .where('signature_id', '=', signature_id)
    .select(['title', 'state', 'signed_at', 'expires_at'])
    .executeTakeFirst()
  if (!signature) return null
  const { title, state, signed_at, expires_at } = signature
  return {
    ...{ title, url: signatureUrl(signature_id) },
    state: state === 'waiting' && expires_at <= now ? 'expired' : (state as SignatureState),
    signed_at: signed_at?.toISOString() ?? null,
  }
}

type SignatureState = NonNullable<LinkOutcome['signature']>['state']

/** The page of a signature, in key form. */
export function signatureUrl(signatureId: string): `/${string}` {
  return `/signature/${signatureId}`
}
