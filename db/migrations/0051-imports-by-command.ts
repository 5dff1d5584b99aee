import { type Kysely, sql } from 'kysely'

/** Imports from the command line are listed among the imports as well. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table import_run drop constraint import_run_source_check`.execute(db)
  await sql`
    alter table import_run add constraint import_run_source_check check (source in ('desk', 'folder', 'api', 'command'))
  `.execute(db)
}
