import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Removes an e-mail address from the recorded recipients of every message, whether sent to this user or to others. */
export async function removeRecipient(db: Database, { userId, email }: { userId: number; email: string }) {
  await sql`
    update outbox_message set sent_to = array_remove(sent_to, ${email}), refused_by = array_remove(refused_by, ${email})
    where user_id = ${userId} or ${email} = any(sent_to) or ${email} = any(refused_by)`.execute(db)
}
