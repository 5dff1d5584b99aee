import { type Kysely, sql } from 'kysely'

/** How long credit of solar wallets is valid, by the day on which it was booked. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table wallet_term (
      valid_from date primary key,
      -- Null where credit that comes in from this day on never expires.
      expires_after_months integer check (expires_after_months > 0)
    )`.execute(db)
}
