import { type Kysely, sql } from 'kysely'

/** What stops the suspension of a supply, and the durable medium of the receipt of a case. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- A complaint about the reason of a suspension, or a body out of court that has it, stops it until it ends.
    create table suspension_stop (
      suspension_stop_id uuid primary key default gen_random_uuid(),
      customer_id integer not null,
      contract_id integer not null,
      subject text not null,
      reason text not null check (reason in ('complaint', 'dispute_body')),
      started_at timestamptz not null,
      ended_at timestamptz,
      unique (subject, reason)
    );
    create index suspension_stop_open on suspension_stop (contract_id) where ended_at is null;
    create index suspension_stop_of_customer on suspension_stop (customer_id);

    alter table support_case
      add column receipt_medium text not null default 'email' check (receipt_medium in ('email', 'pdf', 'letter')),
      -- The receipt by letter was sent.
      add column receipt_posted_at timestamptz;
  `.execute(db)
}
