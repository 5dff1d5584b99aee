import { type RawBuilder, sql } from 'kysely'

/**
 * Matches rows whose column has one of these ids. A single id is compared by equality: an index then returns the rows in
 * its order, and where tables are distributed by the column, one node answers a query of which every table is restricted
 * like this.
 */
export function isOneOf(column: string, ids: readonly number[]): RawBuilder<boolean> {
  const [first, ...others] = ids
  return first !== undefined && others.length === 0
    ? sql`${sql.ref(column)} = ${first}`
    : sql`${sql.ref(column)} = any(${ids}::bigint[])`
}

/**
 * Matches the rows of a single id, and all rows for several ids: for tables that a query joins to one that is restricted by
 * `isOneOf`. The node of a single id needs the restriction of every table; a list would be compared again for each joined row.
 */
export function isOfSingle(column: string, ids: readonly number[]): RawBuilder<boolean> {
  return ids.length === 1 ? isOneOf(column, ids) : sql`true`
}
