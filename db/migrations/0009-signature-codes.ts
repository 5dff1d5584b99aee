import { type Kysely, sql } from 'kysely'

/** How many codes a signature had in an hour, and which signatures nobody signs any more. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- When the codes of the last hour were sent.
    alter table signature add column code_times timestamptz[] not null default '{}';
    create index signature_waiting on signature (expires_at) where state = 'waiting';
  `.execute(db)
}
