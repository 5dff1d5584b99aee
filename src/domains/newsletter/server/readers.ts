import type { Database } from '#db/database.ts'

/** Who reads a newsletter, and where. */
export type NewsletterReader = { subscriberId: number; email: string; locale: string }

/** The readers of a newsletter by address, and whether its list is kept elsewhere; undefined when there is none. */
export async function readersOf(
  db: Database,
  newsletterId: number,
): Promise<{ isExported: boolean; readers: NewsletterReader[] } | undefined> {
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
