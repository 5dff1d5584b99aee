import { type Kysely, sql } from 'kysely'

/**
 * A bill may correct earlier ones. One that charges what they lacked is paid in parts by a plan of its own, without a debt.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- What the bill corrects, as imported or entered by an operator.
    alter table invoice add column correction jsonb;

    alter table payment_plan alter column debt_id drop not null;
    alter table payment_plan add column invoice_id bigint;
    alter table payment_plan
      add constraint payment_plan_invoice_fkey foreign key (customer_id, invoice_id) references invoice,
      add constraint payment_plan_subject_check check (num_nonnulls(debt_id, invoice_id) = 1);
    create unique index payment_plan_of_invoice_open on payment_plan (customer_id, invoice_id) where state = 'active';
  `.execute(db)
}
