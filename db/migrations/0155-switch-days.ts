import { type Kysely, sql } from 'kysely'

/** The day on which the holder of a new contract wants the supply to be switched; null for as soon as possible. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table contract add column switch_on date`.execute(db)
}
