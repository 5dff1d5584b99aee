import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OutboxMessage } from '#db/tables.ts'
import type { Locale } from '#kit/locale.ts'
import { mostTries, pauseSecondsAfter } from '../rules.ts'

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

/** The pauses after each try, for the statement that takes a message. */
const pausesSeconds = Array.from({ length: mostTries + 1 }, (_, index) => pauseSecondsAfter(index + 1))

/**
 * Takes the message that is due first, but for those of readers who are just written to, so that each reads in the order of
 * what happened. The next try is set before this one begins, so that whatever breaks off is tried again, and no two servers
 * take the same.
 */
export async function claimNext(
  db: Database,
  now: Date,
  writtenTo: readonly string[] = [],
): Promise<QueuedMessage | undefined> {
  const { rows } = await sql<Selectable<OutboxMessage>>`
    with due as materialized (
      select message_id from outbox_message
      where sent_at is null and given_up_at is null and send_at <= ${now}
        and not array['address ' || lower(to_address), 'user ' || user_id, 'customer ' || customer_id] && ${writtenTo}::text[]
      order by send_at limit 1 for update skip locked
    )
    update outbox_message set failures = failures + 1,
      send_at = ${now}::timestamptz
        + make_interval(secs => (${pausesSeconds}::integer[])[least(failures + 1, ${pausesSeconds.length})])
    from due where outbox_message.message_id = due.message_id
    returning outbox_message.*`.execute(db)
  return rows[0] && messageOf(rows[0])
}

/** Whom a message is for, by every name that another message may have for them. */
export function readersNamedIn({ toAddress, userId, customerId }: QueuedMessage): string[] {
  return [
    ...(toAddress === null ? [] : [`address ${toAddress.toLowerCase()}`]),
    ...(userId === null ? [] : [`user ${userId}`]),
    ...(customerId === null ? [] : [`customer ${customerId}`]),
  ]
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
