import { type Kysely, sql } from 'kysely'

/** What stops a suspension is read with the debts of its customer, and stored on the same node. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table suspension_stop
      drop constraint suspension_stop_pkey, drop constraint suspension_stop_subject_reason_key,
      add primary key (customer_id, suspension_stop_id), add unique (customer_id, subject, reason);
    drop index suspension_stop_of_customer;
    create index suspension_stop_by_subject on suspension_stop (subject) where ended_at is null;
  `.execute(db)
}
