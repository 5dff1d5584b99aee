import { type Kysely, sql } from 'kysely'

/**
 * The response deadline of a case becomes a duty. The terms of retailers become dated norms, each until the next one
 * begins, unless the product knows the same; cases that have a deadline get the duty with the norm that they had.
 * `answer_term` and the columns that refer to it are no longer read.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table support_type add column topic text;
    alter table support_subtype add column topic text;
    alter table support_category add column topic text;
    alter table support_case
      -- What it is about, which decides the term with its kind.
      add column topic text,
      -- Why it was closed without an answer: incomplete.
      add column closure text,
      -- When the customer was warned that it will be closed unless they complete it.
      add column completion_warned_at timestamptz;

    with term as (
      select *, lead(valid_from) over (partition by case_type, below_power_watts order by valid_from) as valid_to
      from answer_term
    )
    insert into duty_norm (kind, code, topic, max_power_watts, law, article, source, state, count, unit, recourse, valid_from, valid_to)
    select 'case_answer', concat_ws('.', 'retailer', case_type, below_power_watts), case_type, below_power_watts - 1,
      norm, null, source, 'in_force', count, unit, recourse, valid_from, valid_to
    from term
    where (case_type, coalesce(below_power_watts, 0), count, unit) not in (
      ('complaint', 0, 15, 'working_days'), ('complaint', 0, 1, 'months'), ('distributor_complaint', 15000, 5, 'working_days'),
      ('distributor_complaint', 0, 15, 'working_days'), ('meter_reading', 0, 5, 'working_days')
    ) and not (case_type = 'consultation' and below_power_watts is null and count = 15 and unit = 'working_days'
      and valid_from >= '2025-12-28')
    on conflict do nothing;

    insert into duty (kind, subject, customer_id, contract_id, facts, state, started_at, due_on, due_at, paused_at, ended_at,
      norm, other_norms, assigned_to_user_id)
    select 'case_answer', 'case:' || case_id, support_case.customer_id, support_case.contract_id,
      jsonb_build_object('topics', jsonb_build_array(support_case.case_type), 'energy', contract.energy,
        'powerWatts', (select max(power) from unnest(contract.power_watts) as power)),
      case
        when support_case.answered_at is not null and support_case.state <> 'additional_information_required' then 'done'
        when support_case.state in ('accepted', 'denied') then 'cancelled'
        when support_case.state = 'additional_information_required' then 'paused'
        else 'open'
      end,
      opened_at, due_on, (due_on + 1)::timestamp at time zone 'Europe/Madrid',
      case when support_case.state = 'additional_information_required' then updated_at end,
      case
        when support_case.state = 'additional_information_required' then null
        when support_case.answered_at is not null then support_case.answered_at
        when support_case.state in ('accepted', 'denied') then updated_at
      end,
      jsonb_build_object('kind', 'case_answer', 'code', 'retailer.' || support_case.case_type, 'topic', support_case.case_type,
        'energy', null, 'maxPowerWatts', below_power_watts - 1, 'law', norm, 'article', null, 'source', source,
        'state', 'in_force', 'term', jsonb_build_object('count', count, 'unit', unit), 'recourse', recourse,
        'compensation', null, 'validFrom', valid_from, 'validTo', null),
      '[]'::jsonb, assigned_to_user_id
    from support_case join answer_term using (answer_term_id) left join contract using (customer_id, contract_id)
    where due_on is not null
    on conflict do nothing;
  `.execute(db)
}
