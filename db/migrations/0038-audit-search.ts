import { type Kysely, sql } from 'kysely'

/** The indexes by which operators search the append-only audit log: by actor, action and subject. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    'create index audit_entry_by_actor on audit_entry (actor_user_id, audit_entry_id desc)',
    'create index audit_entry_by_action on audit_entry (action text_pattern_ops, audit_entry_id desc)',
    'create index audit_entry_by_subject on audit_entry (subject, audit_entry_id desc)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
