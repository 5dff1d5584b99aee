import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { readLink } from './link.ts'
import { findSubscriber, removeSubscription, removeSubscriptions } from './subscriber-store.ts'

/**
 * Ends the newsletter that a signed link is of, or all that can be left here where it is of none, without another question.
 * Answers whether the link was good; whoever is on none any more has left, however often they press.
 */
export async function leaveByLink(
  { db, key, now }: { db: Kysely<DB>; key: Uint8Array; now: Date },
  token: string,
): Promise<boolean> {
  const holder = await readLink(token, { key, now })
  if (!holder || !('subscriberId' in holder)) return false
  const { subscriberId, newsletterId } = holder
  await db.transaction().execute(async (transaction) => {
    if (!(await findSubscriber(transaction, { subscriberId }))) return
    if (newsletterId === undefined) await removeSubscriptions(transaction, subscriberId)
    else await removeSubscription(transaction, subscriberId, newsletterId)
  })
  return true
}
