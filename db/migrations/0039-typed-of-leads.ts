import { type Kysely, sql } from 'kysely'

/** Draft input of a lead that no step has submitted yet, saved once the user asks to continue elsewhere. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table lead add column typed jsonb not null default '{}'`.execute(db)
}
