import { type Kysely, sql } from 'kysely'

/** Requests of one operator that another one has to approve. A request is never changed, and a decision is final. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `create table approval_request (
      approval_id uuid primary key,
      kind text not null,
      -- What it is about: at most one request about it is open.
      subject text not null,
      customer_id integer,
      payload jsonb not null,
      -- What stood when it was asked for; it is compared when it is approved.
      seen jsonb not null,
      reason text,
      requested_by_user_id integer not null references user_account,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      state text not null default 'requested'
        check (state in ('requested', 'approved', 'rejected', 'withdrawn', 'expired', 'failed')),
      decided_by_user_id integer references user_account,
      decided_at timestamptz,
      decision_note text,
      -- Why what was approved could not be carried out.
      failure text,
      check (expires_at > requested_at),
      check ((state = 'requested') = (decided_at is null)),
      check ((state in ('requested', 'expired')) = (decided_by_user_id is null)),
      check (state not in ('approved', 'rejected', 'failed') or decided_by_user_id <> requested_by_user_id),
      check (state <> 'withdrawn' or decided_by_user_id = requested_by_user_id)
    )`,
    `create unique index approval_request_open on approval_request (subject) where state = 'requested'`,
    `create index approval_request_decided on approval_request (decided_at desc) where state <> 'requested'`,
    `create index approval_request_of_customer on approval_request (customer_id) where customer_id is not null`,
    `create function keep_approval_request() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or old.state <> 'requested'
          or row(new.approval_id, new.kind, new.subject, new.customer_id, new.payload, new.seen, new.reason,
            new.requested_by_user_id, new.requested_at, new.expires_at)
          is distinct from row(old.approval_id, old.kind, old.subject, old.customer_id, old.payload, old.seen, old.reason,
            old.requested_by_user_id, old.requested_at, old.expires_at)
        then raise exception 'approval_request % is decided once and never rewritten', old.approval_id;
        end if;
        return new;
      end $$`,
    `create trigger approval_request_is_kept before update or delete on approval_request
      for each row execute function keep_approval_request()`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
