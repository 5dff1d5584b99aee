import { sql } from 'kysely'
import type { Context } from '../wiring/context.ts'

/**
 * Starts to record which tables are written to; returns a function that returns those written to since its last call.
 * Writes that were rolled back do not count.
 */
export async function watchWrites({ db }: Context, { except = [] }: { except?: string[] } = {}) {
  await sql`create table written (table_name text not null)`.execute(db)
  await sql`
    create function note_write() returns trigger language plpgsql as
    $$ begin insert into written values (tg_table_name); return null; end $$`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'written'`.execute(db)
  for (const { name } of tables.filter(({ name }) => !except.includes(name)))
    await sql`
      create trigger note_write after insert or update or delete on ${sql.table(name)}
      for each row execute function note_write()`.execute(db)

  return async () => {
    const { rows } = await sql<{ name: string }>`delete from written returning table_name as name`.execute(db)
    return [...new Set(rows.map(({ name }) => name))].sort()
  }
}
