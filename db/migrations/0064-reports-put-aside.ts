import { type Kysely, sql } from 'kysely'

/**
 * Reports of card providers that cannot be applied are put aside until somebody has looked at them. A program of the version
 * before passes them by, since they are to be applied only in a far future.
 */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `alter table provider_event add column put_aside_at timestamptz`,
    // Why, in a word of ours.
    `alter table provider_event add column put_aside_reason text`,
    `alter table provider_event add column dismissed_at timestamptz`,
    `create index provider_event_put_aside on provider_event (put_aside_at)
      where put_aside_at is not null and dismissed_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
