import { type Kysely, sql } from 'kysely'

/** Operators, who keep the portal: what somebody signs in as, and the links by which an operator chooses how to come in. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table user_account
      add column role text not null default 'customer' check (role in ('customer', 'operator'))
  `.execute(db)
  await sql`
    create table operator_link (
      link_hash text primary key,
      user_id integer not null references user_account,
      expires_at timestamptz not null,
      used_at timestamptz
    )
  `.execute(db)
  await sql`create index operator_link_user on operator_link (user_id)`.execute(db)
}
