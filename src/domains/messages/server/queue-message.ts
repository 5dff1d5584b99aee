import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'

/** Something that a person is to be told by mail, in their language, once what it tells of is certain. */
export type MessageToQueue = {
  /** The texts to write it with: the domain and the key under its `mails`, as `changes.requested`. */
  kind: `${string}.${string}`
  /**
   * What the texts take. Days (`2026-11-20`), instants, and integers whose name ends in `Cents` or `Watts` are written as the
   * reader's language has them, the rest as it is. No secret but a one-time code, of a kind whose key ends in `code`. What
   * `qrCode` says is drawn as a QR code where the texts have `codeAlternative` and `codeCaption`.
   */
  values: Record<string, string | number>
  /** Whom it is for: one who can sign in, or all who look after a holder. */
  userId?: number
  customerId?: number
  /** The contract that it is about; it is then found among the contract's communications. */
  contractId?: number
  /** Where its one action leads: a path of the portal in key form (`/requests/7`). */
  link?: `/${string}`
  /** Instead of the address of whoever it is for. */
  toAddress?: string
  /** The language of a reader who has no account. */
  locale?: Locale
  /** Stored files that go along. */
  attachments?: { fileKey: string; fileName: string }[]
}

/** Puts a message into the outbox. Within a transaction it is sent only when that holds; a job sends it. */
export async function queueMessage(db: Database, message: MessageToQueue, at: Date) {
  const { kind, values, userId, customerId, contractId, link, toAddress, locale, attachments = [] } = message
  await db
    .insertInto('outbox_message')
    .values({
      message_id: randomUUID(),
      customer_id: customerId ?? null,
      user_id: userId ?? null,
      contract_id: contractId ?? null,
      kind,
      values: JSON.stringify(values),
      link: link ?? null,
      to_address: toAddress ?? null,
      locale: locale ?? null,
      attachments: JSON.stringify(attachments),
      created_at: at,
      send_at: at,
    })
    .execute()
}
