import { type Kysely, sql } from 'kysely'

/** A session in which an operator sees the portal as a customer does: it says whose it is, and ends with theirs. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table session add column operator_session_id uuid`.execute(db)
}
