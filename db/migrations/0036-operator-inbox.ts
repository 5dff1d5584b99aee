import { type Kysely, sql } from 'kysely'

/** What operators work off: cases, each with who looks after it, and changes, each with why it was refused. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `alter table support_case add column assigned_to_user_id integer references user_account on delete set null`,
    `create index support_case_open on support_case (due_on, case_id) where state not in ('accepted', 'denied')`,
    `create index support_case_moved on support_case (updated_at desc, case_id desc)`,
    // As names of customers are found: by the beginnings of words, with accents or without.
    `create index support_case_by_words on support_case using gin (to_tsvector('simple',
      translate(lower(subject), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc ')))`,
    `create index support_case_by_contact on support_case (lower(contact ->> 'email')) where contact is not null`,
    // In the words of the operator who refused it.
    `alter table change_request add column note text`,
    `create index change_request_by_number on change_request (change_request_id)`,
    `create index change_request_of_state on change_request (state, updated_at desc, change_request_id desc)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
