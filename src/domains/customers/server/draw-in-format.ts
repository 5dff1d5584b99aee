import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { largePrintScale, withTextScale } from '#kit/server/pdf/text-scale.ts'

/** Whom a document is drawn for: a user, or all who manage a holder. */
export type DocumentReader = { userId: number | null } | { customerId: number }

/** Draws a document in large letters if its reader needs them, wherever it is drawn: in a job, or for an operator. */
export async function drawInFormat<T>(db: Database, reader: DocumentReader, draw: () => Promise<T>): Promise<T> {
  return (await hasLargePrint(db, reader)) ? withTextScale(largePrintScale, draw) : draw()
}

async function hasLargePrint(db: Database, reader: DocumentReader): Promise<boolean> {
  if ('userId' in reader && reader.userId === null) return false
  const users =
    'userId' in reader
      ? sql`user_id = ${reader.userId}`
      : sql`user_id in (select user_id from user_customer where customer_id = ${reader.customerId})`
  const { rows } = await sql`
    select from user_account where ${users} and 'large_print' = any(document_formats) limit 1`.execute(db)
  return rows.length > 0
}
