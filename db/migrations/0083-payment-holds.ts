import { type Kysely, sql } from 'kysely'

/**
 * Users, networks and cards that have to wait before another card attempt, for operators to see and release; and the
 * user and card of a payment attempt, so that a success that only the provider reports resets their count.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table payment_hold (
      hold_id uuid primary key,
      per text not null check (per in ('user', 'network', 'card')),
      value text not null,
      user_id integer not null,
      tries integer not null,
      held_since timestamptz not null,
      held_until timestamptz not null,
      version integer not null default 1,
      unique (per, value)
    )`.execute(db)
  await sql`create index payment_hold_by_end on payment_hold (held_until)`.execute(db)
  await sql`create index payment_hold_by_user on payment_hold (user_id)`.execute(db)
  await sql`
    alter table payment_attempt
      add column paid_by_user_id integer,
      add column card_fingerprint text`.execute(db)
}
