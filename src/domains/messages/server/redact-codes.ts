import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'

const redactedCode = '••••••'

/** The messages of a kind about one thing, which a member of their values names. */
type MessagesAbout = { kind: string; member: string; value: string }

/** Redacts the codes in the messages about one thing, and deletes those messages that have not been sent. */
export async function redactCodesAbout(db: Database, { kind, member, value }: MessagesAbout) {
  const isAbout = sql<boolean>`values ->> ${member} = ${value}`
  await db.deleteFrom('outbox_message').where('kind', '=', kind).where('sent_at', 'is', null).where(isAbout).execute()
  await db.updateTable('outbox_message').set({ values: withoutCode }).where('kind', '=', kind).where(isAbout).execute()
}

/**
 * Redacts the codes in all messages of a kind that have been sent, and deletes those that were queued at or before an
 * instant and have not been sent. Returns true when there were any.
 */
export async function redactOldCodes(
  db: Database,
  { kind, queuedUntil }: { kind: string; queuedUntil: Date },
): Promise<boolean> {
  const readable = sql<boolean>`values ->> 'code' <> ${redactedCode}`
  const late = await db
    .deleteFrom('outbox_message')
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('created_at', '<=', queuedUntil)
    .executeTakeFirst()
  const sent = await db
    .updateTable('outbox_message')
    .set({ values: withoutCode })
    .where('kind', '=', kind)
    .where('sent_at', 'is not', null)
    .where(readable)
    .executeTakeFirst()
  return late.numDeletedRows + sent.numUpdatedRows > 0n
}

/** Selects when `redactOldCodes` is next due: when a message was sent, or when the code of an unsent one expires. */
export function nextOldCodeQuery({ kind, lifeMinutes }: { kind: string; lifeMinutes: number }): RawBuilder<unknown> {
  const expiry = sql`created_at + make_interval(mins => ${sql.lit(lifeMinutes)})`
  return sql`
    select min(case when sent_at is null then ${expiry} else sent_at end) from outbox_message
    where kind = ${sql.lit(kind)} and values ->> 'code' <> ${sql.lit(redactedCode)}`
}

// The message still counts as sent; only its code is removed.
const withoutCode = sql<string>`values || jsonb_build_object('code', ${redactedCode}::text)`
