import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { largePrintScale, withTextScale } from '#kit/server/pdf/text-scale.ts'

/** Whom a document is drawn for: a user, or all who manage a holder. */
export type DocumentReader = { userId: number | null } | { customerId: number }

/** Draws a document in large letters if its reader needs them, wherever it is drawn: in a job, or for an operator. */
export async function drawInFormat<T>(db: Database, reader: DocumentReader, draw: () => Promise<T>): Promise<T> {
  return drawLarge(await hasLargePrint(db, reader), draw)
}

/** Draws a document in large letters, or in the usual ones. */
export function drawLarge<T>(isLarge: boolean, draw: () => Promise<T>): Promise<T> {
  return isLarge ? withTextScale(largePrintScale, draw) : draw()
}

/** Condition that a customer’s documents are in large letters: one of the users who manage them needs these. */
export function needsLargePrint(customerId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (${usersInLargePrint({ customerId })})`
}

async function hasLargePrint(db: Database, reader: DocumentReader): Promise<boolean> {
  if ('userId' in reader && reader.userId === null) return false
  const { rows } = await sql`${usersInLargePrint(reader)} limit 1`.execute(db)
  return rows.length > 0
}

function usersInLargePrint(reader: DocumentReader): RawBuilder<unknown> {
  const users =
    'userId' in reader
      ? sql`user_id = ${reader.userId}`
      : sql`user_id in (select user_id from user_customer where customer_id = ${reader.customerId})`
  return sql`select from user_account where ${users} and 'large_print' = any(document_formats)`
}
