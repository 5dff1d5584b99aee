import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OutboxMessage } from '#db/tables.ts'
import { claimDue, type WorkQueue } from '#kit/server/work-queue.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { maxTries, retryPauseSeconds } from '../rules.ts'

/** A message that is waiting to be sent, or was sent. */
export type QueuedMessage = {
  messageId: string
  kind: string
  values: Record<string, string | number>
  link: string | null
  userId: number | null
  customerId: number | null
  toAddress: string | null
  locale: Locale | null
  attachments: { fileKey: string; fileName: string }[]
  createdAt: Date
  sentTo: string[]
  /** The addresses that permanently refuse it. */
  refusedBy: string[]
  /** The number of tries started, including this one. */
  tries: number
}

/** The messages that wait to be sent. The next try is scheduled before one starts, so that an interrupted try is repeated. */
export const outboxQueue: WorkQueue<Selectable<OutboxMessage>> = {
  table: 'outbox_message',
  key: ['message_id'],
  due: 'send_at',
  waiting: sql`sent_at is null and given_up_at is null`,
  tries: 'failures',
  maxTries,
  pausesSeconds: Array.from({ length: maxTries + 1 }, (_, index) => retryPauseSeconds(index + 1)),
}

/**
 * Claims the message that is due first, except for readers to whom a mail is currently being sent, so that each reader
 * receives messages in the order of events.
 */
export function claimNextMessage(
  db: Database,
  now: Date,
  inProgress: readonly Selectable<OutboxMessage>[],
): Promise<Selectable<OutboxMessage>[]> {
  const busyRecipients = inProgress.flatMap(recipientKeysOf)
  const isBusy = sql<boolean>`
    array['address ' || lower(to_address), 'user ' || user_id, 'customer ' || customer_id] && ${busyRecipients}::text[]`
  return claimDue(db, outboxQueue, { now, limit: 1, where: sql`not ${isBusy}` })
}

/** Returns the keys of a message's recipient, under each of which another message may refer to the same recipient. */
function recipientKeysOf({ to_address, user_id, customer_id }: Selectable<OutboxMessage>): string[] {
  return [
    ...(to_address === null ? [] : [`address ${to_address.toLowerCase()}`]),
    ...(user_id === null ? [] : [`user ${user_id}`]),
    ...(customer_id === null ? [] : [`customer ${customer_id}`]),
  ]
}

/** Records that a reader's mailbox permanently refuses the message. */
export async function markRefusedBy(db: Database, messageId: string, address: string) {
  await whereMessage(
    db.updateTable('outbox_message').set({ refused_by: sql<string[]>`array_append(refused_by, ${address})` }),
    messageId,
  ).execute()
}

/** Records that the message was sent to all of its readers. */
export async function markSent(db: Database, messageId: string, now: Date) {
  await whereMessage(db.updateTable('outbox_message').set(sentChange(now)), messageId).execute()
}

/** Returns the change to a message that was sent to all of its readers. */
export function sentChange(now: Date) {
  return { sent_at: now, failures: sql<number>`failures - 1` }
}

/** Records that the message is not retried any more. */
export async function markGivenUp(db: Database, messageId: string, now: Date) {
  await whereMessage(db.updateTable('outbox_message').set({ given_up_at: now }), messageId).execute()
}

function whereMessage<Query extends { where(column: 'message_id', operator: '=', value: string): Query }>(
  query: Query,
  messageId: string,
): Query {
  return query.where('message_id', '=', messageId)
}

/** Converts a row to a message. It was written by `queueMessage`, which guarantees its parts. */
export function toQueuedMessage(row: Selectable<OutboxMessage>): QueuedMessage {
  return {
    messageId: row.message_id,
    kind: row.kind,
    values: row.values as QueuedMessage['values'],
    link: row.link,
    userId: row.user_id,
    customerId: row.customer_id,
    toAddress: row.to_address,
    locale: row.locale as Locale | null,
    attachments: row.attachments as QueuedMessage['attachments'],
    createdAt: row.created_at,
    sentTo: row.sent_to,
    refusedBy: row.refused_by,
    tries: row.failures,
  }
}
