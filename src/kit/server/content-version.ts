import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { Refused } from '../refusal.ts'
import { changedMeanwhile } from '../seen-version.ts'

/*
 * The version of what customers edit is a digest of it. Their data is written from many sides, by imports above all, and
 * what comes in unchanged leaves it as it was; who counts writes would have to be told of each of them.
 */

/** The version of a value: the same as long as that is. Members count in their order. */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}

/** The same over the columns of a query, in which it is compared with nothing but itself. */
export function versionInSql(...columns: RawBuilder<unknown>[]): RawBuilder<string> {
  const text = sql`json_build_array(${sql.join(columns)})::text`
  return sql`left(encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 16)`
}

/**
 * Lets an edit go on whose writer saw what stands now, in the transaction that holds it.
 * @throws Refused `changed_meanwhile` (409) with what stands now.
 */
export function requireSeen<Current extends { version: string | number }>(
  seen: string | number | undefined,
  current: Current,
): void {
  if (seen !== undefined && seen !== current.version) throw new Refused(changedMeanwhile, 409, { extra: { current } })
}
