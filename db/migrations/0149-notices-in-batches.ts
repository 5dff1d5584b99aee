import { type Kysely, sql } from 'kysely'

/**
 * The contracts of a revision are collected in the background, batch by batch: up to which contract, and when all have
 * been. A notice that did not reach its customer in time has a reason.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table revision
      add column collected_customer_id bigint,
      add column collected_contract_id bigint,
      add column collected_at timestamptz;
    update revision set collected_at = started_at;
    create index revision_to_collect on revision (started_at) where state = 'sending' and collected_at is null;
    create index revision_to_stop on revision (ended_at) where state = 'stopped';

    alter table revision_notice add column late_reason text
      check (late_reason in ('known_late', 'prepared_late', 'accepted_late', 'not_received', 'not_posted'));
    drop index revision_notice_of_revision;
    create index revision_notice_of_revision on revision_notice (revision_id, state, customer_id, notice_id);
  `.execute(db)
}
