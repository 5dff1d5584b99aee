import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { subjectKey } from '#domains/consent/server/record-consent.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#kit/locale.ts'
import { askOwner, spendConfirmation } from './confirmations.ts'
import type { NewAddress } from './proof.ts'
import { countAsking } from './set-newsletters.ts'
import { findSubscriber, type KeptSubscriber, setEmail } from './subscriber-store.ts'

type Needs = { db: Kysely<DB>; clock: () => Date }

/** Writes to the address that a subscriber wants in the place of theirs. Answers after how many seconds it may be; 0 is done. */
export async function askNewAddress(
  { db, clock }: Needs,
  {
    subscriber,
    email,
    locale,
    network,
  }: { subscriber: KeptSubscriber; email: string; locale: Locale; network: string },
): Promise<number> {
  const retryAfterSeconds = await countAsking(db, { email, network }, clock())
  if (retryAfterSeconds > 0) return retryAfterSeconds
  const { subscriberId } = subscriber
  await db
    .transaction()
    .execute((transaction) => askOwner(transaction, { email, subscriberId, newsletterIds: [], locale }, clock()))
  return 0
}

/** Gives a subscriber the address that its owner has confirmed, and tells the one it was. */
export async function takeNewAddress(
  { db, clock }: Needs,
  { confirmation }: NewAddress,
  locale: Locale,
): Promise<'taken' | 'spent' | 'email_taken'> {
  const { subscriberId, email, confirmationId } = confirmation
  const now = clock()
  return db.transaction().execute(async (transaction) => {
    const before = await findSubscriber(transaction, { subscriberId })
    if (!before || !(await spendConfirmation(transaction, confirmationId, now))) return 'spent'
    if (!(await setEmail(transaction, { subscriberId, email }))) return 'email_taken'
    const told = { kind: 'newsletter.addressChanged', values: {}, toAddress: before.email, locale } as const
    await queueMessage(transaction, told, now)
    const hashOf = (id: string) => subjectKey({ kind: 'email', id })
    const data = { subject_before: hashOf(before.email), subject: hashOf(email) }
    await queueEvent(transaction, { type: 'newsletter.address_changed', data }, now)
    return 'taken'
  })
}
