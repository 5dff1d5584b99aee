import { type Kysely, sql } from 'kysely'

/** How a user without a session gets an account or a new password. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- What was asked for without a session. It is looked at afterwards, so that asking takes as long whoever it is about,
    -- and forgotten then.
    create table account_request (
      account_request_id uuid primary key,
      kind text not null check (kind in ('activation', 'reset')),
      wanted jsonb not null,
      locale text not null,
      request_id text not null,
      created_at timestamptz not null,
      run_at timestamptz not null,
      tries integer not null default 0
    );
    create index account_request_to_run on account_request (run_at);

    -- A link that was mailed: it lets whoever has the mailbox set a password, once and for a while.
    create table account_link (
      -- Of the secret in the link, which is kept nowhere.
      link_hash text primary key,
      purpose text not null check (purpose in ('activation', 'reset')),
      -- The account whose password is set; none where it is yet to be made.
      user_id integer references user_account on delete cascade,
      -- Whose contracts a new account is to see.
      customer_id integer references customer on delete cascade,
      email text not null,
      phone text,
      locale text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      check (user_id is not null or customer_id is not null)
    );
    create index account_link_by_user on account_link (user_id);
    create index account_link_by_customer on account_link (customer_id);
    create index account_link_by_end on account_link (expires_at);
  `.execute(db)
}
