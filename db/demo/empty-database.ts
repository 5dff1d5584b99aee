import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

// In `pg_trigger.tgtype`: of a truncation.
const truncateBit = 32

/**
 * What stays when a demo is made anew: keys and passwords, which running servers go on using, the count of changes to
 * lists, by which they know that what they remember is old, and the record of migrations.
 */
const kept = ['secret_key', 'invoice_list_version', 'kysely_migration', 'kysely_migration_lock']

/** Empties all other tables and lets them count from 1 again. Ledgers, which refuse it, are open to nobody else meanwhile. */
export async function emptyDatabase(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> all(${kept})`.execute(
    db,
  )
  const { rows: guards } = await sql<{ table: string; trigger: string }>`
    select relname as table, tgname as trigger from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgtype & ${truncateBit} > 0 and relnamespace = current_schema()::regnamespace`.execute(
    db,
  )
  const setGuards = async (state: 'disable' | 'enable') => {
    for (const { table, trigger } of guards)
      await sql`alter table ${sql.table(table)} ${sql.raw(state)} trigger ${sql.id(trigger)}`.execute(db)
  }
  await setGuards('disable')
  await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity`.execute(db)
  await setGuards('enable')
}
