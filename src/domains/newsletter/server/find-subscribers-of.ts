import type { Database } from '#db/database.ts'

/** A subscriber of a newsletter and their address. */
export type NewsletterSubscriber = { subscriberId: number; email: string; locale: string }

/**
 * Returns the subscribers of a newsletter by address, and whether its list is managed elsewhere. Undefined if it does
 * not exist.
 */
export async function findSubscribersOf(
  db: Database,
  newsletterId: number,
): Promise<{ isExported: boolean; readers: NewsletterSubscriber[] } | undefined> {
  const newsletter = await db
    .selectFrom('newsletter')
    .where('newsletter_id', '=', newsletterId)
    .select('is_exported')
    .executeTakeFirst()
  if (!newsletter) return undefined
  const readers = await db
    .selectFrom('newsletter_subscription')
    .innerJoin('newsletter_subscriber', 'newsletter_subscriber.subscriber_id', 'newsletter_subscription.subscriber_id')
    .where('newsletter_id', '=', newsletterId)
    .orderBy('email')
    .select(['newsletter_subscriber.subscriber_id as subscriberId', 'email', 'locale'])
    .execute()
  return { isExported: newsletter.is_exported, readers }
}
