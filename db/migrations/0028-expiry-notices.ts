import { type Kysely, sql } from 'kysely'

/** Until which day holders have been told beforehand what expires of the credit of a solar wallet. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table battery add column expiry_told_until date`.execute(db)
}
