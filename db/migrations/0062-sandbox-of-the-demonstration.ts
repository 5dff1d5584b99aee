import { type Kysely, sql } from 'kysely'

/** The sandbox is not offered by default. A demo created before this migration gets an explicit setting for it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    insert into setting (path, value, updated_at)
    select 'payment.platforms', '["sandbox"]', now()
    where exists (select 1 from secret_key where name like 'demo-password:%')
    on conflict (path) do nothing
  `.execute(db)
}
