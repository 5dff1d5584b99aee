import { type Kysely, sql } from 'kysely'

/** A check keeps its verdict only. What it says of each line is computed when it is read, in less time than it takes to store. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table bill_check drop column result`.execute(db)
}
