import { randomBytes } from 'node:crypto'
import type { Database } from '#db/database.ts'

/** Returns a key stored in the database under a name. It is created on first use, so that every server signs alike. */
export function readOrCreateKey(db: Database, name: string): Promise<Buffer> {
  return readOrCreateSecret(db, name, async () => randomBytes(32))
}

/** Returns a secret stored in the database under a name. Of two concurrent creations the first one is kept. */
export async function readOrCreateSecret(db: Database, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const stored = await findSecret(db, name)
  if (stored) return stored
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
