import { type Kysely, sql } from 'kysely'

const data = { law: 'Reglamento (UE) 2016/679', article: '12.3', source: 'DOUE-L-2016-80807' }
const plain = {
  ...{ topic: null, energy: null, maxPowerWatts: null, validTo: null },
  ...{ state: 'in_force', note: null, compensation: null },
}
const month = { term: { count: 1, unit: 'months' }, recourse: 'data_protection_agency', validFrom: '2018-05-25' }
const norms = {
  erasure: { ...plain, ...data, ...month, kind: 'erasure_answer', code: 'data.erasure' },
  copy: { ...plain, ...data, ...month, kind: 'data_export', code: 'data.copy' },
  signature: {
    ...{ ...plain, law: null, article: null, source: null, recourse: null, validFrom: '2020-01-01' },
    ...{ kind: 'signature', code: 'promise.signature', term: { count: 30, unit: 'days' } },
  },
}
const facts = { topics: [], energy: null, powerWatts: null }

/**
 * The requests, copies and signatures that are open become duties, with the days that were promised; and what missed
 * duties cost, from the proposal to the bill. A compensation refers to tables on other nodes, so nothing constrains it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table if not exists compensation (
      compensation_id uuid primary key default gen_random_uuid(),
      duty_id uuid not null unique,
      customer_id integer not null,
      contract_id integer,
      rule text not null,
      minimum_cents integer not null check (minimum_cents > 0),
      percent_of_first_bill integer not null check (percent_of_first_bill >= 0),
      source text not null,
      state text not null check (state in ('proposed', 'approved', 'rejected', 'billed')),
      proposed_at timestamptz not null,
      decided_at timestamptz,
      decided_by_user_id integer,
      reason text,
      amount_cents integer check (amount_cents > 0),
      invoice_number text,
      billed_at timestamptz
    )`.execute(db)
  await sql`create index if not exists compensation_by_state on compensation (state, proposed_at)`.execute(db)
  await sql`create index if not exists compensation_by_customer on compensation (customer_id)`.execute(db)
  await sql`
    insert into duty (kind, subject, facts, state, started_at, due_on, due_at, norm, other_norms)
    select 'erasure_answer', 'erasure:' || erasure_request_id, ${facts}::jsonb, 'open', requested_at, answer_by,
      ((answer_by + 1)::timestamp at time zone 'Europe/Madrid'), ${norms.erasure}::jsonb, '[]'
    from erasure_request where state in ('requested', 'in_review')
    on conflict do nothing`.execute(db)
  await sql`
    insert into duty (kind, subject, facts, state, started_at, due_on, due_at, norm, other_norms)
    select 'data_export', 'export:' || user_id, ${facts}::jsonb, 'open', requested_at, due_on,
      ((due_on + 1)::timestamp at time zone 'Europe/Madrid'), ${norms.copy}::jsonb, '[]'
    from (
      select user_id, min(requested_at) as requested_at,
        ((min(requested_at) at time zone 'Europe/Madrid')::date + interval '1 month')::date as due_on
      from data_export where state in ('waiting', 'running') group by user_id
    ) as open_export
    on conflict do nothing`.execute(db)
  await sql`
    insert into duty (kind, subject, customer_id, contract_id, facts, state, started_at, due_on, due_at, norm, other_norms)
    select 'signature', 'signature:' || signature_id, customer_id, contract_id, ${facts}::jsonb, 'open', created_at,
      (expires_at at time zone 'Europe/Madrid')::date, expires_at, ${norms.signature}::jsonb, '[]'
    from signature where state = 'waiting'
    on conflict do nothing`.execute(db)
}
