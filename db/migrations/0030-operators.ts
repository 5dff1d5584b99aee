import { type Kysely, sql } from 'kysely'

/**
 * Operators, who administer the portal: the role of an account, and the links with which an operator sets up their
 * sign-in.
 */
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
