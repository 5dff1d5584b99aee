import { type Kysely, sql } from 'kysely'

/**
 * The calendar of duties: what must follow by when, the dated norms that operators add to those of the product, and the
 * holidays of places. A duty refers to rows of several tables, some of them on other nodes, so nothing constrains it.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table duty_norm (
      duty_norm_id uuid primary key default gen_random_uuid(),
      kind text not null,
      code text not null,
      topic text,
      energy text check (energy in ('electricity', 'gas')),
      max_power_watts integer check (max_power_watts > 0),
      law text,
      article text,
      source text,
      state text not null check (state in ('in_force', 'conditional', 'awaiting_validation', 'repealed')),
      count integer not null check (count > 0),
      unit text not null check (unit in ('hours', 'days', 'working_days', 'months', 'years')),
      recourse text,
      compensation text,
      valid_from date not null,
      valid_to date check (valid_to > valid_from),
      version integer not null default 1,
      unique (code, valid_from)
    );

    create table holiday (
      place text not null,
      day date not null,
      name text not null,
      primary key (place, day)
    );

    create table duty (
      duty_id uuid primary key default gen_random_uuid(),
      kind text not null,
      subject text not null,
      customer_id integer,
      contract_id integer,
      facts jsonb not null,
      place text,
      state text not null check (state in ('open', 'paused', 'done', 'cancelled')),
      started_at timestamptz not null,
      due_on date not null,
      due_at timestamptz not null,
      paused_at timestamptz,
      ended_at timestamptz,
      norm jsonb not null,
      other_norms jsonb not null,
      assigned_to_user_id integer,
      unique (kind, subject)
    );
    create index duty_open on duty (due_at, duty_id) where state in ('open', 'paused');
    create index duty_of_subject on duty (subject);
    create index duty_of_customer on duty (customer_id, due_at) where customer_id is not null;
  `.execute(db)
}
