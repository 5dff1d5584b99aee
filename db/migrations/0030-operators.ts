import { type Kysely, sql } from 'kysely'

/** What somebody signs in as: a customer of the portal, or an operator who keeps it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table user_account
      add column role text not null default 'customer' check (role in ('customer', 'operator'))
  `.execute(db)
}
