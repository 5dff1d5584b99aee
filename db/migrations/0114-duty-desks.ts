import { type Kysely, sql } from 'kysely'

/**
 * What the desks of duties need besides the calendar itself: why an operator ended a duty, the lists that operators
 * have named, and what missed terms cost.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table duty
      add column end_reason text,
      add column ended_by_user_id integer`.execute(db)
  await sql`alter table duty_norm add column note text`.execute(db)
  await sql`create index duty_by_assignee on duty (assigned_to_user_id, due_at) where state in ('open', 'paused')`.execute(
    db,
  )
  await sql`
    create table saved_filter (
      saved_filter_id uuid primary key default gen_random_uuid(),
      user_id integer not null,
      path text not null,
      name text not null,
      query text not null,
      unique (user_id, path, name)
    )`.execute(db)
}
