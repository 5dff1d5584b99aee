import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { newsletterPaths } from '../paths.ts'
import { confirmationDays } from '../rules.ts'

/** An open confirmation that the owner of an address can use. */
export type OpenConfirmation = {
  confirmationId: string
  email: string
  /** The subscriber whose address it becomes. Null for a subscription. */
  subscriberId: number | null
  newsletterIds: number[]
}

type ConfirmationInput = Omit<OpenConfirmation, 'confirmationId'> & { locale: Locale }

/**
 * Sends a mail to an address, so that its owner confirms the request; nothing changes before. The outbox stores only
 * the id of the confirmation: its link is signed when the mail is written.
 */
export async function requestConfirmation(
  db: Database,
  { email, subscriberId, newsletterIds, locale }: ConfirmationInput,
  now: Date,
) {
  const confirmationId = randomUUID()
  await db
    .insertInto('newsletter_confirmation')
    .values({
      confirmation_id: confirmationId,
      email,
      subscriber_id: subscriberId,
      newsletter_ids: newsletterIds,
      locale,
      requested_at: now,
      expires_at: new Date(now.getTime() + confirmationDays * msPerDay),
    })
    .execute()
  const kind = subscriberId === null ? 'newsletter.confirmation' : 'newsletter.addressConfirmation'
  const values = { count: newsletterIds.length, days: confirmationDays }
  await queueMessage(db, { kind, values, toAddress: email, locale, link: storedLink(confirmationId) }, now)
}

const confirmationName = 'confirmation'

function storedLink(confirmationId: string): `/${string}` {
  return `${newsletterPaths.en}?${confirmationName}=${confirmationId}`
}

/** Returns the id of the confirmation in a link of the outbox. */
export function confirmationIdIn(link: string): string | undefined {
  const [path, query] = link.split('?')
  return path === newsletterPaths.en ? (new URLSearchParams(query).get(confirmationName) ?? undefined) : undefined
}

/** Returns an open confirmation: neither used nor expired. */
export async function findConfirmation(
  db: Database,
  confirmationId: string,
  now: Date,
): Promise<OpenConfirmation | undefined> {
  const row = await db
    .selectFrom('newsletter_confirmation')
    .where('confirmation_id', '=', confirmationId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['confirmation_id', 'email', 'subscriber_id', 'newsletter_ids'])
    .executeTakeFirst()
  return (
    row && {
      confirmationId: row.confirmation_id,
      email: row.email,
      subscriberId: row.subscriber_id,
      newsletterIds: row.newsletter_ids,
    }
  )
}

/** Marks a confirmation as used. Of several concurrent calls only one gets true. */
export async function useUpConfirmation(db: Database, confirmationId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_confirmation')
    .set({ used_at: now })
    .where('confirmation_id', '=', confirmationId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
