import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { parseLocale } from '#kit/locale.ts'
import { recordChoice } from './consents.ts'
import { readLink } from './link.ts'
import { findSubscriber, newslettersFor, removeSubscriber, setSubscriptions } from './subscriber-store.ts'

/**
 * Ends the newsletter that a signed link is of, or all that can be left here where it is of none, without another question.
 * Answers whether the link was good; whoever is on none any more has left, however often they press.
 */
export async function leaveByLink(
  { db, keys, now }: { db: Kysely<DB>; keys: KeyRing; now: Date },
  token: string,
  requestId: string,
): Promise<boolean> {
  const holder = await readLink(token, { keys, now })
  if (!holder || !('subscriberId' in holder)) return false
  const { subscriberId, newsletterId } = holder
  await db.transaction().execute(async (transaction) => {
    const subscriber = await findSubscriber(transaction, { subscriberId })
    if (!subscriber) return
    const locale = parseLocale(subscriber.locale) ?? 'es'
    const before = await newslettersFor(transaction, subscriberId, locale)
    const kept = before
      .filter(({ isSubscribed }) => isSubscribed)
      .filter(({ id, isExported }) => (newsletterId === undefined ? isExported : id !== newsletterId))
      .map(({ id }) => id)
    await recordChoice(transaction, before, kept, { email: subscriber.email, locale, requestId, now })
    if (kept.length === 0) await removeSubscriber(transaction, subscriberId)
    else await setSubscriptions(transaction, { subscriberId, newsletterIds: kept, now })
  })
  return true
}
