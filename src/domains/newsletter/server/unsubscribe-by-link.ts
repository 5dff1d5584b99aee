import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { verifyLinkToken } from './newsletter-link.ts'
import { recordNewsletterChoice } from './record-newsletter-choice.ts'
import { findNewslettersFor, findSubscriber, removeSubscriber, setSubscriptions } from './subscriber-store.ts'

/**
 * Ends the subscription that a signed link names, or all that can be left here if it names none, without further
 * confirmation. Returns whether the link was valid. Repeated calls for a user who has already left also return true.
 */
export async function unsubscribeByLink(
  { db, keys, now }: { db: Kysely<DB>; keys: KeyRing; now: Date },
  token: string,
  requestId: string,
): Promise<boolean> {
  const holder = await verifyLinkToken(token, { keys, now })
  if (!holder || !('subscriberId' in holder)) return false
  const { subscriberId, newsletterId } = holder
  await db.transaction().execute(async (transaction) => {
    const subscriber = await findSubscriber(transaction, { subscriberId })
    if (!subscriber) return
    const locale = parseLocale(subscriber.locale) ?? 'es'
    const before = await findNewslettersFor(transaction, subscriberId, locale)
    const remaining = before
      .filter(({ isSubscribed }) => isSubscribed)
      .filter(({ id, isExported }) => (newsletterId === undefined ? isExported : id !== newsletterId))
      .map(({ id }) => id)
    await recordNewsletterChoice(transaction, before, remaining, { email: subscriber.email, locale, requestId, now })
    if (remaining.length === 0) await removeSubscriber(transaction, subscriberId)
    else await setSubscriptions(transaction, { subscriberId, newsletterIds: remaining, now })
  })
  return true
}
