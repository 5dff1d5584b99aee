import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Lets a user see a holder from now on. */
export async function linkUser(db: Database, { userId, customerId }: { userId: number; customerId: number }) {
  await db
    .insertInto('user_customer')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lets a user see the holders of an account that awaits its link. */
export async function copyLinksOfAwaitingAccount(db: Database, { from, to }: { from: number; to: number }) {
  await sql`
    insert into user_customer (user_id, customer_id)
    select ${to}::bigint, customer_id from user_customer join user_account using (user_id)
    where user_id = ${from} and awaits_link
    on conflict do nothing`.execute(db)
}

/** Lets nobody see a holder any more. */
export async function unlinkUsers(db: Database, customerId: number) {
  await db.deleteFrom('user_customer').where('customer_id', '=', customerId).execute()
}

/** Lets the users with these logins see exactly these holders. Returns the logins whose set has changed. */
export async function replaceLinks(
  db: Database,
  links: readonly { login: string; customer_id: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    with wanted as (
      select user_id, customer_id
      from json_to_recordset(${JSON.stringify(links)}::json) as file (login text, customer_id bigint)
        join user_account using (login)
    ), added as (
      insert into user_customer select distinct user_id, customer_id from wanted
      on conflict do nothing returning user_id
    ), removed as (
      delete from user_customer link
      where user_id in (select user_id from wanted)
        and not exists (select from wanted where wanted.user_id = link.user_id and wanted.customer_id = link.customer_id)
      returning user_id
    )
    select login from user_account where user_id in (select user_id from added union select user_id from removed)`.execute(
    db,
  )
  return rows.map(({ login }) => login)
}
