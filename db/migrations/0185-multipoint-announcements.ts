import { type Kysely, sql } from 'kysely'

/** When a multipoint invoice is announced to its customer by mail; null once it is, and for those that are never announced. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table multipoint_invoice add column announce_at timestamptz;
    create index multipoint_invoice_to_announce on multipoint_invoice (announce_at) where announce_at is not null;
  `.execute(db)
}
