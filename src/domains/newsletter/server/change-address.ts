import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { consentSubjectKey } from '#domains/consent/server/record-consent.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { requestConfirmation, useUpConfirmation } from './confirmations.ts'
import type { NewAddressOwner } from './find-newsletter-subject.ts'
import { countConfirmationRequest } from './save-newsletters.ts'
import { findSubscriber, type StoredSubscriber, updateSubscriberEmail } from './subscriber-store.ts'

type SetMailDeps = { db: Kysely<DB>; clock: () => Date }

/**
 * Sends a confirmation to the new address that a subscriber requests. Returns the seconds until it is allowed; 0 means
 * done.
 */
export async function requestAddressChange(
  { db, clock }: SetMailDeps,
  {
    subscriber,
    email,
    locale,
    network,
  }: { subscriber: StoredSubscriber; email: string; locale: Locale; network: string },
): Promise<number> {
  const retryAfterSeconds = await countConfirmationRequest(db, { email, network }, clock())
  if (retryAfterSeconds > 0) return retryAfterSeconds
  const { subscriberId } = subscriber
  await db
    .transaction()
    .execute((transaction) =>
      requestConfirmation(transaction, { email, subscriberId, newsletterIds: [], locale }, clock()),
    )
  return 0
}

/** Changes a subscriber's address to the one that its owner has confirmed, and notifies the previous one. */
export async function applyAddressChange(
  { db, clock }: SetMailDeps,
  { confirmation }: NewAddressOwner,
  locale: Locale,
): Promise<'taken' | 'spent' | 'email_taken'> {
  const { subscriberId, email, confirmationId } = confirmation
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const before = await findSubscriber(transaction, { subscriberId })
    if (!before || !(await useUpConfirmation(transaction, confirmationId, now))) return 'spent'
    if (!(await updateSubscriberEmail(transaction, { subscriberId, email }))) return 'email_taken'
    const message = { kind: 'newsletter.addressChanged', values: {}, toAddress: before.email, locale } as const
    await queueMessage(transaction, message, now)
    const hashOf = (id: string) => consentSubjectKey({ kind: 'email', id })
    const data = { subject_before: hashOf(before.email), subject: hashOf(email) }
    await queueEvent(transaction, { type: 'newsletter.address_changed', data }, now)
    return 'taken'
  })
}
