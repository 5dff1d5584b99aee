import { type Kysely, sql } from 'kysely'

/** The sandbox is no longer offered by default: a demonstration that was made before says so by its own setting. */
export async function up(db: Kysely<unknown>) {
  await sql`
    insert into setting (path, value, updated_at)
    select 'payment.platforms', '["sandbox"]', now()
    where exists (select 1 from secret_key where name like 'demo-password:%')
    on conflict (path) do nothing
  `.execute(db)
}
