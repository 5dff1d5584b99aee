import { type Kysely, sql } from 'kysely'

/** What stops a debt is in `suspension_stop`; its own column is read by no program since migration 0140. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table debt drop column stopped_by`.execute(db)
}
