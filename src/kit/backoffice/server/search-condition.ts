import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { searchTermsIn } from '../search-terms.ts'

/** The same rule as `matchesSearch`, as an SQL condition. For tables small enough to be scanned completely. */
export function searchCondition(text: RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  const conditions = searchTermsIn(query).map((term) => sql`strpos(${normalizedText(text)}, ${term}) > 0`)
  return conditions.length ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`
}

const normalizedText = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(normalize(lower(${text}), NFD), '[\\u0300-\\u036f]', '', 'g')`
