import { type Kysely, sql } from 'kysely'

/** Which invoices are announced to their customers by mail, once each. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table invoice_announcement (
      customer_id bigint not null,
      invoice_id bigint not null,
      -- Known: it was there before invoices were announced.
      state text not null check (state in ('waiting', 'held', 'sent', 'failed', 'known')),
      due_at timestamptz not null,
      tries integer not null default 0,
      primary key (customer_id, invoice_id),
      foreign key (customer_id, invoice_id) references invoice on delete cascade
    );
    create index invoice_announcement_due on invoice_announcement (due_at) where state = 'waiting';

    -- Older ones are not announced when they are imported again.
    insert into invoice_announcement (customer_id, invoice_id, state, due_at)
      select customer_id, invoice_id, 'known', now() from invoice where issued_on >= current_date - 45;
  `.execute(db)
}
