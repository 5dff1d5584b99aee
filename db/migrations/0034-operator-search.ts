import { type Kysely, sql } from 'kysely'

/** What an operator finds a customer by, and what customers are told of who looked at their account. */
export async function up(db: Kysely<unknown>) {
  const statements = [
    // Names are found by the beginnings of their words, typed with accents or without.
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
