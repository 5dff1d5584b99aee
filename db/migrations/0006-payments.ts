import { type Kysely, sql } from 'kysely'

/**
 * A payment row is inserted before the provider is called, and an item has at most one open attempt. Provider reports
 * arrive in an inbox, once per event; payments are recorded in an append-only ledger.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table payment_attempt (
      customer_id integer not null,
      payment_attempt_id uuid not null,
      item_kind text not null check (item_kind in ('invoice', 'multipoint_invoice')),
      item_id integer not null,
      amount_cents integer not null check (amount_cents > 0),
      platform text not null,
      provider_method text not null,
      provider_payment text,
      card_last4 text,
      state text not null check (state in ('created', 'processing', 'requires_action', 'succeeded', 'failed', 'unknown')),
      error_code text,
      paid_by_email text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      -- When the provider is asked about it, should it still be open.
      check_at timestamptz not null,
      primary key (customer_id, payment_attempt_id)
    );
    create unique index one_open_attempt_per_item on payment_attempt (customer_id, item_kind, item_id)
      where state in ('created', 'processing', 'requires_action', 'unknown');
    create unique index payment_attempt_by_provider on payment_attempt (platform, provider_payment, customer_id)
      where provider_payment is not null;
    create index payment_attempt_to_check on payment_attempt (check_at)
      where state in ('created', 'processing', 'requires_action', 'unknown');
    create index payment_attempt_of_item on payment_attempt (customer_id, item_kind, item_id, created_at desc);

    create table payment_entry (
      customer_id integer not null,
      payment_entry_id bigint generated always as identity,
      payment_attempt_id uuid not null,
      item_kind text not null,
      item_id integer not null,
      amount_cents integer not null,
      at timestamptz not null default now(),
      primary key (customer_id, payment_entry_id),
      unique (customer_id, payment_attempt_id),
      foreign key (customer_id, payment_attempt_id) references payment_attempt
    );
    create trigger payment_entry_is_append_only before update or delete on payment_entry
      for each row execute function refuse_change();

    create table provider_event (
      platform text not null,
      event_id text not null,
      payload jsonb not null,
      received_at timestamptz not null,
      applied_at timestamptz,
      failures integer not null default 0,
      apply_at timestamptz not null,
      primary key (platform, event_id)
    );
    create index provider_event_to_apply on provider_event (apply_at) where applied_at is null;

    -- The sandbox provider's own books. No card number is ever among them: a method is known by its fate.
    create table sandbox_method (
      method_id text primary key,
      fate text not null,
      last4 text not null,
      created_at timestamptz not null
    );
    create table sandbox_payment (
      payment_id text primary key,
      idempotency_key text not null unique,
      client_secret text not null,
      method_id text not null references sandbox_method,
      amount_cents integer not null check (amount_cents > 0),
      description text not null,
      metadata jsonb not null,
      status text not null check (status in ('requires_confirmation', 'requires_action', 'succeeded', 'declined', 'canceled')),
      error_code text,
      decline_code text,
      created_at timestamptz not null
    );
    create table sandbox_webhook (
      event_id text primary key,
      payload jsonb not null,
      created_at timestamptz not null,
      delivered_at timestamptz,
      deliver_at timestamptz not null,
      failures integer not null default 0
    );
    create index sandbox_webhook_to_deliver on sandbox_webhook (deliver_at) where delivered_at is null;
  `.execute(db)
}
