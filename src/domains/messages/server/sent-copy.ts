import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { embedPictures } from '#outside/mail/embed-pictures.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { maskAddress } from '../mask-address.ts'
import { maskSecrets } from './mask-secrets.ts'
import { type QueuedMessage, sentChange } from './outbox.ts'

/** What one reader was sent, as operators see it later. */
export type SentCopy = {
  locale: Locale
  /** Null for a text message, as is `html`. */
  subject: string | null
  text: string
  html: string | null
}

/** Returns what is stored of a mail: its text and HTML as sent, with its pictures, without what lets somebody in. */
export function copyOfMail(
  {
    subject,
    text,
    html,
    locale,
    pictures = [],
  }: Pick<MailMessage, 'subject' | 'text' | 'html' | 'locale' | 'pictures'>,
  { values: { code } }: Pick<QueuedMessage, 'values'>,
): SentCopy {
  const masked = (content: string) => maskSecrets(content, code)
  return { locale, subject: masked(subject), text: masked(text), html: embedPictures(masked(html), pictures) }
}

/** Returns what is stored of a text message. */
export function copyOfTextMessage(text: string, locale: Locale): SentCopy {
  return { locale, subject: null, text: maskSecrets(text, undefined), html: null }
}

/**
 * Records in one statement that a message was sent to a reader, and what they were sent; and that it was sent to all of
 * its readers, if this is the last one.
 */
export async function markSentTo(
  db: Database,
  { messageId, customerId, userId }: Pick<QueuedMessage, 'messageId' | 'customerId' | 'userId'>,
  { address, copy, now, isLast }: { address: string; copy: SentCopy; now: Date; isLast: boolean },
) {
  await db
    .with('copied', (db) =>
      db.insertInto('sent_mail').values({
        ...{ message_id: messageId, customer_id: customerId, user_id: userId, masked_address: maskAddress(address) },
        ...{ locale: copy.locale, sent_at: now, subject: copy.subject, body: copy.text, html: copy.html },
      }),
    )
    .updateTable('outbox_message')
    .set({ sent_to: sql<string[]>`array_append(sent_to, ${address})`, ...(isLast && sentChange(now)) })
    .where('message_id', '=', messageId)
    .execute()
}
