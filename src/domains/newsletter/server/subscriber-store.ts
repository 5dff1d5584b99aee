import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { versionOf } from '#kit/server/content-version.ts'
import { nameIn } from '#kit/server/name-in.ts'

export type KeptSubscriber = { subscriberId: number; email: string; locale: string }

export function findSubscriber(
  db: Database,
  by: { subscriberId: number } | { email: string },
): Promise<KeptSubscriber | undefined> {
  const query = db.selectFrom('newsletter_subscriber').select(['subscriber_id as subscriberId', 'email', 'locale'])
  const wanted =
    'email' in by ? query.where('email', '=', by.email) : query.where('subscriber_id', '=', by.subscriberId)
  return wanted.executeTakeFirst()
}

/** The address of an account, as subscribers are kept; undefined of one that has none, since it was made by a text message. */
export async function emailOfUser(db: Database, userId: number): Promise<string | undefined> {
  const row = await db.selectFrom('user_account').where('user_id', '=', userId).select('email').executeTakeFirst()
  return row?.email.toLowerCase() || undefined
}

export type KeptNewsletter = {
  id: number
  name: string
  description: string
  isExported: boolean
  isSubscribed: boolean
}

/** The newsletters on offer in a language, with what a subscriber has of them, which may be offered to nobody else any more. */
export async function newslettersFor(
  db: Database,
  subscriberId: number | null,
  locale: Locale,
): Promise<KeptNewsletter[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['newsletter_id', 'is_exported', 'is_active', nameIn(locale).as('name')])
    .select(nameIn(locale, 'descriptions').as('description'))
    .orderBy('priority')
    .orderBy('newsletter_id')
    .execute()
  const subscribed = subscriberId === null ? [] : await subscribedTo(db, subscriberId)
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

/** The version of what somebody is subscribed to. */
export function subscriptionsVersion(newsletters: readonly KeptNewsletter[]): string {
  return versionOf(subscribedIn(newsletters))
}

/** The ids of those that somebody is subscribed to, in order. */
export function subscribedIn(newsletters: readonly KeptNewsletter[]): number[] {
  const subscribed = newsletters.filter(({ isSubscribed }) => isSubscribed)
  return subscribed.map(({ id }) => id).sort((one, other) => one - other)
}

async function subscribedTo(db: Database, subscriberId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('newsletter_subscription')
    .where('subscriber_id', '=', subscriberId)
    .select('newsletter_id')
    .execute()
  return rows.map(({ newsletter_id }) => newsletter_id)
}

/** The subscriber with an address, made where there is none, held until the transaction ends. */
export async function keepSubscriber(
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

/** Subscribes somebody to these newsletters and to no others. */
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

/** Forgets a subscriber with all of their subscriptions. */
export async function removeSubscriber(db: Database, subscriberId: number) {
  await db.deleteFrom('newsletter_subscriber').where('subscriber_id', '=', subscriberId).execute()
}

/** Gives a subscriber another address; false when it is somebody else's. */
export async function setEmail(
  db: Database,
  { subscriberId, email }: Pick<KeptSubscriber, 'subscriberId' | 'email'>,
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
