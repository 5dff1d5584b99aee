import { type RawBuilder, sql } from 'kysely'

/** Returns the condition of the filter by assignee on the column that holds it, none without the filter. */
export function assigneeConditions(
  column: RawBuilder<unknown>,
  assignee: string | undefined,
  readerId: number,
): RawBuilder<unknown>[] {
  if (assignee === undefined) return []
  if (assignee === 'nobody') return [sql`${column} is null`]
  return [sql`${column} = ${assignee === 'mine' ? readerId : Number(assignee)}`]
}
