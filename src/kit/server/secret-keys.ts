import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
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

/** Adds a secret that comes into force after some seconds. Returns false if there is one of this name. */
export async function insertSecret(
  db: Database,
  { name, value, announcedSeconds }: { name: string; value: Buffer; announcedSeconds: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into secret_key (name, value, in_force_from)
    values (${name}, ${value.toString('base64')}, now() + make_interval(secs => ${announcedSeconds}::float8))
    on conflict (name) do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Deletes the secret of this name. */
export async function deleteSecret(db: Database, name: string) {
  await db.deleteFrom('secret_key').where('name', '=', name).execute()
}

async function findSecret(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secret_key').select('value').where('name', '=', name).executeTakeFirst()
  return row && Buffer.from(row.value, 'base64')
}
