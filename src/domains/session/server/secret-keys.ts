import { randomBytes } from 'node:crypto'
import type { Database } from '#db/database.ts'

/** A key kept in the database under a name, made at the first use, so that every server signs alike. */
export function secretKey(db: Database, name: string): Promise<Buffer> {
  return keptSecret(db, name, async () => randomBytes(32))
}

/** A secret kept in the database under a name; of two that are made at once the first one holds. */
export async function keptSecret(db: Database, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await findSecret(db, name)
  if (kept) return kept
  const value = (await make()).toString('base64')
  await db
    .insertInto('secret_key')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findSecret(db, name))!
}

async function findSecret(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secret_key').select('value').where('name', '=', name).executeTakeFirst()
  return row && Buffer.from(row.value, 'base64')
}
