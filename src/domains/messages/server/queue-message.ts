import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import type { Locale } from '#vocabulary/locale.ts'

/** A message to be sent by mail, in the language of its reader, once its transaction is committed. */
export type NewMessage = {
  /** The key of its texts: the domain and the key under its `mails`, such as `changes.requested`. */
  kind: `${string}.${string}`
  /**
   * The values for the texts. Days (`2026-11-20`), instants, and integers whose name ends in `Cents` or `Watts` are
   * formatted for the reader's language, all others are inserted unchanged. Must not hold secrets except a one-time
   * code, in a kind whose key ends in `code`. The value of `qrCode` is drawn as a QR code if the texts have
   * `codeAlternative` and `codeCaption`, that of `bars` as a bar chart (`writeBars`) if they have `barsAlternative` and
   * `barsCaption`. `turnOff` is the path by which the reader turns off this kind of message in one press.
   */
  values: Record<string, string | number>
  /** The recipients: one user, or without `userId` all users who manage a holder. */
  userId?: number
  customerId?: number
  /** The contract that the message is about; it is listed among the contract's communications. */
  contractId?: number
  /** The target of its one action: a path of the portal in key form (`/requests/7`). */
  link?: `/${string}`
  /** Replaces the address of the recipient. */
  toAddress?: string
  /** The language of a reader without an account. */
  locale?: Locale
  /** Stored files to attach. */
  attachments?: { fileKey: string; fileName: string }[]
  /** When it is sent at the earliest; at once by default. */
  sendAt?: Date
  /** Its id, where what it is about notes it before; a random UUID. */
  messageId?: string
}

/**
 * Adds a message to the outbox, from where a job sends it. Within a transaction it is sent only after the commit.
 * @returns its id.
 */
export async function queueMessage(db: Database, message: NewMessage, at: Date): Promise<string> {
  const messageId = message.messageId ?? randomUUID()
  await queueMessages(db, [{ ...message, messageId }], at)
  return messageId
}

/** Adds many messages to the outbox in one statement. */
export async function queueMessages(db: Database, messages: readonly NewMessage[], at: Date) {
  await insertRows(db, { table: 'outbox_message', rows: messages.map((message) => rowOf(message, at)) })
}

function rowOf({ messageId = randomUUID(), attachments = [], sendAt, ...message }: NewMessage, at: Date) {
  return {
    message_id: messageId,
    customer_id: message.customerId ?? null,
    user_id: message.userId ?? null,
    contract_id: message.contractId ?? null,
    kind: message.kind,
    values: message.values,
    link: message.link ?? null,
    to_address: message.toAddress ?? null,
    locale: message.locale ?? null,
    attachments,
    created_at: at,
    send_at: sendAt ?? at,
  }
}
