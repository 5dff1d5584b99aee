import { type Kysely, sql } from 'kysely'

/** The operators' inbox: cases with their assignee, and changes with the reason for their refusal. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    `alter table support_case add column assigned_to_user_id integer references user_account on delete set null`,
    `create index support_case_open on support_case (due_on, case_id) where state not in ('accepted', 'denied')`,
    `create index support_case_moved on support_case (updated_at desc, case_id desc)`,
    // Searched like customer names: by the beginnings of words, with or without accents.
    `create index support_case_by_words on support_case using gin (to_tsvector('simple',
      translate(lower(subject), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc ')))`,
    `create index support_case_by_contact on support_case (lower(contact ->> 'email')) where contact is not null`,
    // As worded by the operator who refused it.
    `alter table change_request add column note text`,
    `create index change_request_by_number on change_request (change_request_id)`,
    `create index change_request_of_state on change_request (state, updated_at desc, change_request_id desc)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
