import { type Kysely, sql } from 'kysely'

/**
 * All that stops the suspension of a supply is in one table: complaints and bodies out of court, as before, and what
 * operators note about a debt. `debt.stopped_by` is no longer read.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table suspension_stop
      drop constraint suspension_stop_reason_check,
      add constraint suspension_stop_reason_check
        check (reason in ('complaint', 'dispute_body', 'essential_supply', 'social_bonus_request'));

    insert into suspension_stop (customer_id, contract_id, subject, reason, started_at)
      select customer_id, contract_id, 'debt:' || debt_id, stopped_by, now()
      from debt where stopped_by is not null and step <> 'closed'
      on conflict do nothing;
  `.execute(db)
}
