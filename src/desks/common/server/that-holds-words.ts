import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { wordsIn } from '../holds-words.ts'

/** What `holdsWords` says, as a condition on rows; for tables that stay so small that they are read from end to end. */
export function thatHoldsWords(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const conditions = wordsIn(typed).map((word) => sql`strpos(${plain(text)}, ${word}) > 0`)
  return conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

const plain = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g')`
