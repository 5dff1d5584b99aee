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

/** The requests, copies and signatures that are open become duties, with the days that were promised. */
export async function up(db: Kysely<unknown>) {
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
