import type { Database } from '#db/database.ts'
import type { LinkPurpose } from '#domains/session/link-purposes.ts'
import { hashSecret } from '#kit/server/secrets.ts'
import type { LinkOutcome } from '../api.ts'

type LinkQuery = { purpose: LinkPurpose; secret: string | undefined; now: Date }

/**
 * Returns the outcome of a one-time link that can no longer be used: whether it was used, and the status of what it was
 * mailed to sign. Null for a link that is still open or never existed.
 */
export async function readLinkOutcome(db: Database, { purpose, secret, now }: LinkQuery): Promise<LinkOutcome | null> {
  if (!secret) return null
  const link = await db
    .selectFrom('account_link')
    .where('link_hash', '=', hashSecret(secret))
    .where('purpose', '=', purpose)
    .where((of) => of.or([of('used_at', 'is not', null), of('expires_at', '<=', now)]))
    .select(['used_at', 'customer_id', 'signature_id'])
    .executeTakeFirst()
  if (!link) return null
  return { used_at: link.used_at?.toISOString() ?? null, signature: await readLinkSignature(db, link, now) }
}

async function readLinkSignature(
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

/** Returns the page of a signature, in key form. */
export function signatureUrl(signatureId: string): `/${string}` {
  return `/signature/${signatureId}`
}
