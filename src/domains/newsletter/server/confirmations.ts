import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { Locale } from '#kit/locale.ts'
import { newsletterPaths } from '../paths.ts'
import { confirmationDays } from '../rules.ts'

/** What waits for the owner of an address. */
export type OpenConfirmation = {
  confirmationId: string
  email: string
  /** Whose address it becomes; null where it subscribes. */
  subscriberId: number | null
  newsletterIds: number[]
}

const msPerDay = 86_400_000

type Asked = Omit<OpenConfirmation, 'confirmationId'> & { locale: Locale }

/**
 * Writes to an address, so that its owner confirms what was asked for it; nothing changes before. The outbox has the number
 * of the confirmation alone: its link is signed when the mail is written.
 */
export async function askOwner(db: Database, { email, subscriberId, newsletterIds, locale }: Asked, now: Date) {
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
  await queueMessage(db, { kind, values, toAddress: email, locale, link: keptLink(confirmationId) }, now)
}

const confirmationName = 'confirmation'

function keptLink(confirmationId: string): `/${string}` {
  return `${newsletterPaths.en}?${confirmationName}=${confirmationId}`
}

/** The confirmation that a link of the outbox is of. */
export function confirmationIn(link: string): string | undefined {
  const [path, query] = link.split('?')
  return path === newsletterPaths.en ? (new URLSearchParams(query).get(confirmationName) ?? undefined) : undefined
}

/** A confirmation that still waits: neither used nor past its days. */
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

/** Uses a confirmation up; of several who try at once only one is told that it was theirs. */
export async function spendConfirmation(db: Database, confirmationId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_confirmation')
    .set({ used_at: now })
    .where('confirmation_id', '=', confirmationId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
