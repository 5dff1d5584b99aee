import { type Kysely, sql } from 'kysely'

/** The texts of banners and of the retailer's own pages in languages other than the first: `{ca: {…}}`. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table banner add column translations jsonb not null default '{}';
    alter table html_route add column translations jsonb not null default '{}';
  `.execute(db)
}
