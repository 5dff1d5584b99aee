import { type Kysely, sql } from 'kysely'

/** The indexes by which operators search for customers, and by which customers see who has viewed their account. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    // Names are searched by the beginnings of their words, with or without accents.
    `create index customer_by_words on customer using gin (to_tsvector('simple',
      translate(lower(name), 'áàäâéèëêíìïîóòöôúùüûñç·', 'aaaaeeeeiiiioooouuuunc ')))`,
    `create index customer_by_email on customer (lower(email))`,
    `create index contract_by_name on contract (name text_pattern_ops)`,
    `create index contract_by_cups on contract (cups text_pattern_ops)`,
    `create index invoice_by_number on invoice (number)`,
    `create index audit_entry_look on audit_entry (subject, audit_entry_id desc) where action = 'account_looked_at'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
