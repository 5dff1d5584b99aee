import { type Kysely, sql } from 'kysely'

/**
 * What each operator may do. Whoever is an operator already goes on doing everything; a program of the version before, which
 * names no roles, makes operators who may do nothing until an administrator says what.
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
