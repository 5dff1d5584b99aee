import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { changedMeanwhile } from '../edit-version.ts'
import { Refused } from '../refusal.ts'

/* The version of customer-editable data is a digest of it. The data is written in many places, above all by imports,
   and an import without changes must leave the version as it was. A counter would have to be maintained by every
   writer. */

/** Returns the version of a value: a digest that changes only with the value. The order of members matters. */
export function contentVersionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

/** Returns the same over the columns of a query. Such a version is compared only with others of the same query. */
export function contentVersionInSql(...columns: RawBuilder<unknown>[]): RawBuilder<string> {
  const text = sql`json_build_array(${sql.join(columns)})::text`
  return sql`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 16)`
}

/**
 * Allows an edit that is based on the current version, within the transaction that holds the row.
 * @throws Refused `changed_meanwhile` (409) with the current value.
 */
export function requireExpectedVersion<Current extends { version: string | number }>(
  expectedVersion: string | number | undefined,
  current: Current,
): void {
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    throw new Refused(changedMeanwhile, 409, { extra: { current } })
}
