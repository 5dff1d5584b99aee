import type { Database } from '#db/database.ts'
import { contentVersionOf } from '#kit/server/content-version.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { Locale } from '#vocabulary/locale.ts'

export type StoredSubscriber = { subscriberId: number; email: string; locale: string }

export function findSubscriber(
  db: Database,
  by: { subscriberId: number } | { email: string },
): Promise<StoredSubscriber | undefined> {
  const query = db.selectFrom('newsletter_subscriber').select(['subscriber_id as subscriberId', 'email', 'locale'])
  const filtered =
    'email' in by ? query.where('email', '=', by.email) : query.where('subscriber_id', '=', by.subscriberId)
  return filtered.executeTakeFirst()
}

/**
 * Returns the address of an account in the form stored for subscribers. Undefined for an account without one, which was
 * activated by text message.
 */
export async function findEmailOfUser(db: Database, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('user_account').where('user_id', '=', userId).select('email').executeTakeFirst()
  return row?.email.toLowerCase() || undefined
}

export type StoredNewsletter = {
  id: number
  name: string
  description: string
  isExported: boolean
  isSubscribed: boolean
}

/**
 * Returns the newsletters on offer in a language, with the subscriptions of a subscriber, including those no longer on
 * offer to others.
 */
export async function findNewslettersFor(
  db: Database,
  subscriberId: number | null,
  locale: Locale,
): Promise<StoredNewsletter[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['newsletter_id', 'is_exported', 'is_active', localizedColumn(locale).as('name')])
    .select(localizedColumn(locale, 'descriptions').as('description'))
    .orderBy('priority')
    .orderBy('newsletter_id')
    .execute()
  const subscribed = subscriberId === null ? [] : await findSubscribedIds(db, subscriberId)
  return rows
    .filter(({ newsletter_id, is_active }) => is_active || subscribed.includes(newsletter_id))
    .map(({ newsletter_id, is_exported, name, description }) => ({
      id: newsletter_id,
      name,
      description,
      isExported: is_exported,
      isSubscribed: subscribed.includes(newsletter_id),
    }))
}

/** Returns the version of a set of subscriptions. */
export function subscriptionsVersion(newsletters: readonly StoredNewsletter[]): string {
  return contentVersionOf(subscribedIds(newsletters))
}

/** Returns the ids of the subscribed newsletters, in order. */
export function subscribedIds(newsletters: readonly StoredNewsletter[]): number[] {
  const subscribed = newsletters.filter(({ isSubscribed }) => isSubscribed)
  return subscribed.map(({ id }) => id).sort((one, other) => one - other)
}

async function findSubscribedIds(db: Database, subscriberId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('newsletter_subscription')
    .where('subscriber_id', '=', subscriberId)
    .select('newsletter_id')
    .execute()
  return rows.map(({ newsletter_id }) => newsletter_id)
}

/** Returns the subscriber with an address, created if there is none, and locks the row until the transaction ends. */
export async function saveSubscriber(
  db: Database,
  { email, locale, now }: { email: string; locale: Locale; now: Date },
): Promise<number> {
  const { subscriber_id } = await db
    .insertInto('newsletter_subscriber')
    .values({ email, locale, created_at: now })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ locale }))
    .returning('subscriber_id')
    .executeTakeFirstOrThrow()
  return subscriber_id
}

/** Subscribes a user to exactly these newsletters. */
export async function setSubscriptions(
  db: Database,
  { subscriberId, newsletterIds, now }: { subscriberId: number; newsletterIds: readonly number[]; now: Date },
) {
  await db
    .deleteFrom('newsletter_subscription')
    .where('subscriber_id', '=', subscriberId)
    .where('newsletter_id', 'not in', [...newsletterIds])
    .execute()
  await db
    .insertInto('newsletter_subscription')
    .values(newsletterIds.map((newsletter_id) => ({ subscriber_id: subscriberId, newsletter_id, subscribed_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes a subscriber with all their subscriptions. */
export async function removeSubscriber(db: Database, subscriberId: number) {
  await db.deleteFrom('newsletter_subscriber').where('subscriber_id', '=', subscriberId).execute()
}

/** Changes the address of a subscriber. Returns false if it belongs to another one. */
export async function updateSubscriberEmail(
  db: Database,
  { subscriberId, email }: Pick<StoredSubscriber, 'subscriberId' | 'email'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_subscriber')
    .set({ email })
    .where('subscriber_id', '=', subscriberId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_subscriber as other')
            .where('other.email', '=', email)
            .where('other.subscriber_id', '!=', subscriberId)
            .select('other.subscriber_id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
