import { type Kysely, sql } from 'kysely'

/**
 * Refunds of card payments: a row that is inserted before the provider is called, and an append-only ledger. The
 * payments that providers' reports were about. And operator statistics: the availability of third-party systems, and
 * counts by day.
 */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `create table payment_refund (
      customer_id integer not null,
      refund_id uuid not null,
      payment_attempt_id uuid not null,
      amount_cents integer not null check (amount_cents > 0),
      -- In 'pending' nobody has asked for it; in 'asked' and 'unknown' money may have moved.
      state text not null check (state in ('pending', 'asked', 'made', 'refused', 'unknown', 'returned')),
      -- Ordered by an operator here, or made at the provider, which reported it.
      source text not null check (source in ('desk', 'provider')),
      -- Whether what it was paid for is owed again once it is made.
      is_owed_again boolean not null default false,
      reason text,
      provider_refund text,
      ordered_by_user_id integer references user_account on delete set null,
      ordered_at timestamptz not null,
      updated_at timestamptz not null,
      -- When the provider is asked (again), should it still be open.
      ask_at timestamptz not null,
      primary key (customer_id, refund_id),
      foreign key (customer_id, payment_attempt_id) references payment_attempt
    )`,
    `create unique index payment_refund_by_provider on payment_refund (customer_id, payment_attempt_id, provider_refund)
      where provider_refund is not null`,
    `create index payment_refund_of_attempt on payment_refund (customer_id, payment_attempt_id, ordered_at)`,
    `create index payment_refund_to_ask on payment_refund (ask_at) where state in ('pending', 'asked')`,
    `create index payment_refund_unclear on payment_refund (updated_at) where state = 'unknown'`,
    `create index payment_refund_by_id on payment_refund (refund_id)`,

    `create table payment_refund_entry (
      customer_id integer not null,
      payment_refund_entry_id bigint generated always as identity,
      refund_id uuid not null,
      payment_attempt_id uuid not null,
      item_kind text not null,
      item_id integer not null,
      -- Below zero where what was given back has come back to the retailer.
      amount_cents integer not null,
      at timestamptz not null,
      primary key (customer_id, payment_refund_entry_id),
      foreign key (customer_id, refund_id) references payment_refund
    )`,
    // Refunded once, and returned once.
    `create unique index payment_refund_entry_once on payment_refund_entry (customer_id, refund_id, (amount_cents > 0))`,
    `create trigger payment_refund_entry_is_append_only before update or delete on payment_refund_entry
      for each row execute function refuse_change()`,

    // The attempt that a report is about, its content, and why it could not be applied.
    `alter table provider_event add column customer_id integer`,
    `alter table provider_event add column payment_attempt_id uuid`,
    `alter table provider_event add column told text`,
    `alter table provider_event add column failure text`,
    `create index provider_event_of_attempt on provider_event (payment_attempt_id) where payment_attempt_id is not null`,

    `create index payment_attempt_by_id on payment_attempt (payment_attempt_id)`,
    `create index payment_attempt_last on payment_attempt (created_at desc, payment_attempt_id)`,
    `create index payment_attempt_of_state on payment_attempt (state, created_at desc, payment_attempt_id)`,
    `create index multipoint_invoice_by_number on multipoint_invoice (number)`,
    `create index change_request_by_time on change_request (requested_at)`,
    `create index support_case_by_time on support_case (opened_at)`,

    // How each third-party system last responded, whichever of our processes called it.
    `create table outside_health (
      system text primary key,
      answered_at timestamptz,
      failed_at timestamptz,
      -- Of which kind the last failure was, in a word of ours.
      failure text,
      -- Since when every question has failed.
      failing_since timestamptz
    )`,

    // Daily counts, collected by every process and summed each minute.
    `create table day_count (
      day date not null,
      what text not null,
      detail text not null,
      count bigint not null,
      primary key (day, what, detail)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
