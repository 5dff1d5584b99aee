import { type Kysely, sql } from 'kysely'

/**
 * The orders with which customers pay at Redsys, stored because Redsys knows them by a number only; and, in upstream
 * proxy mode, the upstream server's token of each session.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table redsys_order (
      order_number text primary key check (order_number ~ '^[0-9]{4}[0-9A-Za-z]{8}$'),
      customer_id integer not null,
      attempt_id uuid not null unique,
      amount_cents integer not null check (amount_cents > 0),
      description text not null,
      prepared_at timestamptz not null,
      -- From then on no form is made for it any more.
      withdrawn_at timestamptz
    );

    create table upstream_session (
      session_id uuid primary key references session on delete cascade,
      sealed_token text not null
    );
  `.execute(db)
}
