import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

// The bit of `pg_trigger.tgtype` for TRUNCATE.
const truncateBit = 32

/**
 * The tables that survive a reset: keys and passwords, which running servers go on using; the version counters of
 * lists, by which servers detect that their caches are stale; and the migration tables.
 */
const preservedTables = ['secret_key', 'invoice_list_version', 'kysely_migration', 'kysely_migration_lock']

/**
 * Truncates all other tables and restarts their identity sequences at 1. Ledgers reject truncation, so their triggers
 * are disabled meanwhile; no other connection can access them during that time.
 */
export async function emptyDatabase(db: Database) {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> all(${preservedTables})`.execute(
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
