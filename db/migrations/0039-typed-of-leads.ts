import { type Kysely, sql } from 'kysely'

/** What is typed of a lead and no step has sent yet, kept once somebody asks to go on elsewhere. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table lead add column typed jsonb not null default '{}'`.execute(db)
}
