import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SentMail } from '#db/tables.ts'
import { isUuid } from './mail-store.ts'

/** Returns what the readers of a message were sent, in the order in which they were. */
export function findSentMails(db: Database, messageId: string): Promise<Selectable<SentMail>[]> {
  return db.selectFrom('sent_mail').where('message_id', '=', messageId).orderBy('sent_mail_id').selectAll().execute()
}

/** Returns what one reader of a message was sent, by the ids from a URL. */
export async function findSentMail(db: Database, { id, copyId }: { id: string; copyId: string }) {
  if (!isUuid(id) || !/^\d{1,15}$/.test(copyId)) return undefined
  return db
    .selectFrom('sent_mail')
    .where('message_id', '=', id)
    .where('sent_mail_id', '=', Number(copyId))
    .where('html', 'is not', null)
    .select(sql<string>`html`.as('html'))
    .executeTakeFirst()
}

/** Returns the HTML of a mail without working links. What each leads to is the tooltip in its place. */
export function withoutLinks(html: string): string {
  return html.replaceAll('<a href=', '<a title=')
}
