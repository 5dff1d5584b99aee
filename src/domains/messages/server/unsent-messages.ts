import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Messages of some kinds about a contract, whose name is `contract` in their values. */
type ContractMessages = { kinds: readonly string[]; contract: string }

/** Delays those of the messages that no server has tried to send. */
export async function delayUnsentMessages(db: Database, messages: ContractMessages, sendAt: Date) {
  await updateUnsent(db, messages).set({ send_at: sendAt }).execute()
}

/**
 * Adds values to those of the messages that no server has tried to send, changes their kinds (`newKinds` by present
 * kind), and schedules them for an instant. Returns whether there were any.
 */
export async function rewriteUnsentMessages(
  db: Database,
  messages: ContractMessages,
  { values, newKinds, sendAt }: { values: object; newKinds: Readonly<Record<string, string>>; sendAt: Date },
): Promise<boolean> {
  const updated = await updateUnsent(db, messages)
    .set({
      values: sql`values || ${JSON.stringify(values)}::jsonb`,
      kind: sql<string>`coalesce(${JSON.stringify(newKinds)}::jsonb ->> kind, kind)`,
      send_at: sendAt,
    })
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

function updateUnsent(db: Database, { kinds, contract }: ContractMessages) {
  return db
    .updateTable('outbox_message')
    .where('kind', 'in', kinds)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('failures', '=', 0)
    .where(sql<boolean>`values ->> 'contract' = ${contract}`)
}
