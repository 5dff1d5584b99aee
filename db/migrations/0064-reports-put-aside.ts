import { type Kysely, sql } from 'kysely'

/**
 * Reports of card providers that cannot be applied are set aside until an operator has reviewed them. The previous
 * version of the program skips them, because they are due only in the far future.
 */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `alter table provider_event add column put_aside_at timestamptz`,
    // The reason as a code of the portal.
    `alter table provider_event add column put_aside_reason text`,
    `alter table provider_event add column dismissed_at timestamptz`,
    `create index provider_event_put_aside on provider_event (put_aside_at)
      where put_aside_at is not null and dismissed_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
