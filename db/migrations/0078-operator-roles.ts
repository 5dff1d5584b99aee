import { type Kysely, sql } from 'kysely'

/**
 * The permissions of each operator. Existing operators keep all of them. The previous version of the program, which
 * sets no roles, creates operators without permissions until an administrator grants some.
 */
export async function up(db: Kysely<unknown>) {
  const known = `array['care', 'sales', 'content', 'money', 'administrator']::text[]`
  await sql
    .raw(`
      alter table user_account
        add column operator_roles text[] not null default '{}',
        add constraint user_account_operator_roles
          check (operator_roles <@ ${known} and (role = 'operator' or operator_roles = '{}'))
    `)
    .execute(db)
  await sql.raw(`update user_account set operator_roles = ${known} where role = 'operator'`).execute(db)
}
