import { type Kysely, sql } from 'kysely'

/**
 * The alerts on consumption that users have turned on for contracts, and what each has told them of: a row for each
 * period, so that nothing is told twice.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table consumption_alert (
      alert_id bigint generated always as identity primary key,
      user_id bigint not null references user_account on delete cascade,
      customer_id bigint not null,
      contract_id bigint not null,
      kind text not null check (kind in ('budget', 'standby', 'nothing_used', 'over_power')),
      -- Cents of a month, watts or days, by kind.
      figure integer check (figure > 0),
      turned_on_at timestamptz not null,
      -- The version of the curve that it has seen; null before the first.
      seen_version bigint,
      due_at timestamptz not null,
      unique (user_id, customer_id, contract_id, kind),
      check ((kind = 'over_power') = (figure is null))
    );
    create index consumption_alert_due on consumption_alert (due_at);

    create table consumption_alert_notice (
      user_id bigint not null references user_account on delete cascade,
      customer_id bigint not null,
      contract_id bigint not null,
      kind text not null,
      -- The first day of what it told: a bill, a rise, a stretch of days without energy, a month.
      period date not null,
      told_at timestamptz not null,
      primary key (user_id, customer_id, contract_id, kind, period)
    );
  `.execute(db)
}
