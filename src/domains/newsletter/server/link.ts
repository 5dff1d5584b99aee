import { errors, jwtVerify, SignJWT } from 'jose'
import { type KeyRing, keyHeader, keyOfToken } from '#domains/session/server/keys/key-ring.ts'
import { newsletterPaths } from '../paths.ts'
import { linkPurpose } from '../rules.ts'

/** Whom a link lets in: a subscriber, perhaps to leave one newsletter, the owner of an account, or of an address to confirm. */
export type LinkHolder =
  | { subscriberId: number; newsletterId?: number }
  | { userId: number }
  | { confirmationId: string }

const algorithm = 'HS256'
const msPerDay = 86_400_000

type Signing = { keys: KeyRing; now: Date }

/** A signed link to the page of newsletters, in key form, for so many days. It opens nothing else. */
export async function newsletterLink(
  holder: LinkHolder,
  { keys, now, days }: Signing & { days: number },
): Promise<`/${string}`> {
  return `${newsletterPaths.en}?params=${await signLink(holder, { keys, now, days })}`
}

/** The token of such a link. */
export async function signLink(holder: LinkHolder, { keys, now, days }: Signing & { days: number }): Promise<string> {
  const claims = {
    subscriber_id: 'subscriberId' in holder ? holder.subscriberId : null,
    ...('subscriberId' in holder && holder.newsletterId ? { newsletter_id: holder.newsletterId } : {}),
    ...('userId' in holder ? { user_id: holder.userId } : {}),
    ...('confirmationId' in holder ? { confirmation_id: holder.confirmationId } : {}),
  }
  const key = keys.current()
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...keyHeader(key) })
    .setAudience(linkPurpose)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + days * msPerDay))
    .sign(key.value)
}

/** Whom a token lets in; null when it is not ours, altered, made for something else or past its time. */
export async function readLink(token: string, { keys, now }: Signing): Promise<LinkHolder | null> {
  try {
    const verified = await jwtVerify(token, keyOfToken(keys), {
      algorithms: [algorithm],
      audience: linkPurpose,
      currentDate: now,
      requiredClaims: ['exp'],
    })
    return holderOf(verified.payload)
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function holderOf(claims: Record<string, unknown>): LinkHolder | null {
  const { subscriber_id, newsletter_id, user_id, confirmation_id } = claims
  if (typeof subscriber_id === 'number')
    return {
      subscriberId: subscriber_id,
      ...(typeof newsletter_id === 'number' ? { newsletterId: newsletter_id } : {}),
    }
  if (typeof user_id === 'number') return { userId: user_id }
  return typeof confirmation_id === 'string' ? { confirmationId: confirmation_id } : null
}
