import { type Kysely, sql } from 'kysely'

/** A session in which an operator impersonates a customer. It refers to the operator's session and ends with it. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table session add column operator_session_id uuid`.execute(db)
}
