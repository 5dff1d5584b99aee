import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OutboxMessage } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { pauseSecondsAfter } from '../rules.ts'

/** A message that waits to be sent, or was. */
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
  /** The addresses that do not take it, and never will. */
  refusedBy: string[]
  /** How many tries have begun, with this one. */
  tries: number
}

/**
 * Takes the message that is due first. The next try is set before this one begins, so that whatever breaks off is tried
 * again, and no two servers take the same.
 */
export async function claimNext(db: Database, now: Date): Promise<QueuedMessage | undefined> {
  const due = await db
    .selectFrom('outbox_message')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(1)
    .select(['message_id', 'failures', 'send_at'])
    .executeTakeFirst()
  if (!due) return undefined
  const again = new Date(now.getTime() + pauseSecondsAfter(due.failures + 1) * 1000)
  const claimed = await db
    .updateTable('outbox_message')
    .set({ failures: due.failures + 1, send_at: again })
    .where('message_id', 'in', (rows) =>
      rows
        .selectFrom('outbox_message')
        .select('message_id')
        .where('message_id', '=', due.message_id)
        .where('send_at', '=', due.send_at)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return claimed && messageOf(claimed)
}

/** Notes that a reader has it. */
export async function markSentTo(db: Database, messageId: string, address: string) {
  await ofMessage(
    db.updateTable('outbox_message').set({ sent_to: sql<string[]>`array_append(sent_to, ${address})` }),
    messageId,
  ).execute()
}

/** Notes that a reader's mailbox does not take it, and never will. */
export async function markRefusedBy(db: Database, messageId: string, address: string) {
  await ofMessage(
    db.updateTable('outbox_message').set({ refused_by: sql<string[]>`array_append(refused_by, ${address})` }),
    messageId,
  ).execute()
}

/** Notes that every reader has it who is to have it. */
export async function markSent(db: Database, messageId: string, now: Date) {
  const change = { sent_at: now, failures: sql<number>`failures - 1` }
  await ofMessage(db.updateTable('outbox_message').set(change), messageId).execute()
}

/** Notes that it is not tried any more. */
export async function giveUp(db: Database, messageId: string, now: Date) {
  await ofMessage(db.updateTable('outbox_message').set({ given_up_at: now }), messageId).execute()
}

function ofMessage<Query extends { where(column: 'message_id', operator: '=', value: string): Query }>(
  query: Query,
  messageId: string,
): Query {
  return query.where('message_id', '=', messageId)
}

/** A row as a message: it was written by `queueMessage`, which knows its parts. */
export function messageOf(row: Selectable<OutboxMessage>): QueuedMessage {
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
