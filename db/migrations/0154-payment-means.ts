import { type Kysely, sql } from 'kysely'

/** How a contract is paid: by direct debit, or by card or transfer, for which it has no account. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table contract add column payment_means text not null default 'direct_debit'
      check (payment_means in ('direct_debit', 'card', 'transfer'));
  `.execute(db)
}
