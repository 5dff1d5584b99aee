import { type Kysely, sql } from 'kysely'

/** When each bill is checked again with what is known by then, and bills that turned wrong after they were sent. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table bill_check add column recheck_at timestamptz default now();
    create index bill_check_due on bill_check (recheck_at) where recheck_at is not null;
    alter table bill_hold drop constraint bill_hold_state_check;
    alter table bill_hold add constraint bill_hold_state_check
      check (state in ('held', 'released', 'given_back', 'replaced', 'sent'));
  `.execute(db)
}
