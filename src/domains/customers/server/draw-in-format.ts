import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
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

/** Returns which customers get their documents in large letters: one of the users who manage them needs these. */
export async function filterLargePrint(db: Database, customerIds: readonly number[]): Promise<Set<number>> {
  if (customerIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('user_account')
    .innerJoin('user_customer', 'user_customer.user_id', 'user_account.user_id')
    .where(isOneOf('customer_id', customerIds))
    .where(needsLargePrint)
    .distinct()
    .select('customer_id')
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

const needsLargePrint = sql<boolean>`'large_print' = any(document_formats)`

async function hasLargePrint(db: Database, reader: DocumentReader): Promise<boolean> {
  if ('customerId' in reader) return (await filterLargePrint(db, [reader.customerId])).size > 0
  if (reader.userId === null) return false
  const users = db.selectFrom('user_account').where('user_id', '=', reader.userId)
  return (await users.where(needsLargePrint).select('user_id').executeTakeFirst()) !== undefined
}
