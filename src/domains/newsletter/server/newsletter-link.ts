import { type LinkSigningContext, signClaims, verifyClaims } from '#kit/server/signed-link.ts'
import { newsletterPaths } from '../paths.ts'
import { newsletterLinkPurpose } from '../rules.ts'

/**
 * Who a link identifies: a subscriber, optionally with one newsletter to leave, the owner of an account, or of an
 * address to confirm.
 */
export type LinkHolder =
  | { subscriberId: number; newsletterId?: number }
  | { userId: number }
  | { confirmationId: string }

/**
 * Creates a signed link to the newsletter page, in key form, valid for the given number of days. It opens nothing else.
 */
export async function createNewsletterLink(
  holder: LinkHolder,
  { keys, now, days }: LinkSigningContext & { days: number },
): Promise<`/${string}`> {
  return `${newsletterPaths.en}?params=${await signLinkToken(holder, { keys, now, days })}`
}

/** Signs the token of such a link. */
export async function signLinkToken(
  holder: LinkHolder,
  { keys, now, days }: LinkSigningContext & { days: number },
): Promise<string> {
  const claims = {
    subscriber_id: 'subscriberId' in holder ? holder.subscriberId : null,
    ...('subscriberId' in holder && holder.newsletterId ? { newsletter_id: holder.newsletterId } : {}),
    ...('userId' in holder ? { user_id: holder.userId } : {}),
    ...('confirmationId' in holder ? { confirmation_id: holder.confirmationId } : {}),
  }
  return signClaims(claims, { audience: newsletterLinkPurpose, days, keys, now })
}

/** Returns who a token identifies. Null if it is not ours, altered, made for another purpose or expired. */
export async function verifyLinkToken(token: string, context: LinkSigningContext): Promise<LinkHolder | null> {
  const claims = await verifyClaims(token, { ...context, audience: newsletterLinkPurpose })
  return claims && linkHolderFrom(claims)
}

function linkHolderFrom(claims: Record<string, unknown>): LinkHolder | null {
  const { subscriber_id, newsletter_id, user_id, confirmation_id } = claims
  if (typeof subscriber_id === 'number')
    return {
      subscriberId: subscriber_id,
      ...(typeof newsletter_id === 'number' ? { newsletterId: newsletter_id } : {}),
    }
  if (typeof user_id === 'number') return { userId: user_id }
  return typeof confirmation_id === 'string' ? { confirmationId: confirmation_id } : null
}
