import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/**
 * What stays when a demo is made anew: keys and passwords, which running servers go on using, the count of changes to
 * lists, by which they know that what they remember is old, and the record of migrations.
 */
const kept = ['secret_key', 'invoice_list_version', 'kysely_migration', 'kysely_migration_lock']

/** Empties all other tables and lets them count from 1 again. */
export async function emptyDatabase(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> all(${kept})`.execute(
    db,
  )
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
}
