import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { DB } from '#db/tables.ts'

/**
 * Makes every write fail with a PostgreSQL code, as on a replica (25006) or a full disk (53100). Returns the undo
 * function.
 */
export async function failWrites(db: Kysely<DB>, code: string): Promise<() => Promise<void>> {
  await sql`
    create function fail_write() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'nothing is written' using errcode = '${code}'; end`,
    )}`.execute(db)
  await sql`
    do $$ declare place text; begin
      for place in select quote_ident(tablename) from pg_tables where schemaname = current_schema() loop
        execute format('create trigger fail_write before insert or update or delete on %s execute function fail_write()', place);
      end loop;
    end $$`.execute(db)
  return async () => {
    await sql`drop function fail_write() cascade`.execute(db)
  }
}

/** Refuses every connection of a pool, as if the database were not listening. Returns the undo function. */
export function refuseConnections(pool: pg.Pool): () => void {
  const connect = pool.connect
  pool.connect = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  return () => {
    pool.connect = connect
  }
}
