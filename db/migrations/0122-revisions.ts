import { type Kysely, sql } from 'kysely'

/**
 * Revisions of the prices or terms of a product, and the notice of each to every contract: what it says, how it was
 * delivered, and whether its customer left.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table revision (
      revision_id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('prices', 'terms')),
      product_id integer not null references product,
      tariff text not null,
      applies_on date not null,
      notify_by date not null,
      explanation jsonb not null,
      prices_before jsonb,
      prices_after jsonb,
      state text not null check (state in ('sending', 'done', 'stopped')),
      started_by_user_id integer not null,
      started_at timestamptz not null,
      ended_at timestamptz,
      check ((kind = 'prices') = (prices_before is not null and prices_after is not null))
    );
    create unique index revision_of_prices on revision (product_id, tariff, applies_on)
      where kind = 'prices' and state <> 'stopped';

    create table revision_notice (
      customer_id integer not null,
      notice_id uuid not null default gen_random_uuid(),
      revision_id uuid not null,
      contract_id integer not null,
      state text not null check (state in
        ('waiting', 'mailed', 'delivered', 'to_post', 'posted', 'too_late', 'failed', 'stopped')),
      due_at timestamptz not null,
      tries integer not null default 0,
      year jsonb,
      file_key text,
      message_id uuid,
      delivered_at timestamptz,
      delivered_to text[] not null default '{}',
      posting_reference text,
      left_at timestamptz,
      primary key (customer_id, notice_id),
      unique (customer_id, revision_id, contract_id)
    );
    create index revision_notice_due on revision_notice (due_at) where state = 'waiting';
    create index revision_notice_mailed on revision_notice (revision_id) where state = 'mailed';
    create index revision_notice_of_revision on revision_notice (revision_id, state);
  `.execute(db)
}
