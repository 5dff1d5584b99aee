import { type RawBuilder, sql } from 'kysely'
import type { FilterCondition, FilterFields, FilterOperator } from '../filter.ts'

/** The SQL expression for a filter field, with a conversion to the stored value where that differs. */
type FilterColumn = RawBuilder<unknown> | { column: RawBuilder<unknown>; stored: (written: string) => number }

/** The column of each field. */
export type FilterColumns<Fields extends FilterFields> = Record<keyof Fields & string, FilterColumn>

/**
 * Builds one SQL condition from the conditions of a filter. Values are passed as parameters, operators come from a
 * closed list.
 */
export function buildFilterCondition<Field extends string>(
  filterConditions: FilterCondition<Field>[],
  columns: Record<Field, FilterColumn>,
): RawBuilder<boolean> {
  const conditions = filterConditions.map(([field, operator, value]) => {
    const values = [value].flat().map(String)
    const target: FilterColumn = columns[field]
    return 'stored' in target
      ? conditionFor[operator](target.column, values.map(target.stored))
      : conditionFor[operator](target, values)
  })
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/** Returns the LIKE pattern that finds a text anywhere, with its own wildcards escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

type Condition = (column: RawBuilder<unknown>, values: (string | number)[]) => RawBuilder<boolean>

const conditionFor: Record<FilterOperator, Condition> = {
  like: (column, [text]) => sql`${column} ilike ${containsPattern(stripWildcards(String(text)))}`,
  '=': (column, [value]) => sql`${column} = ${value}`,
  '<': (column, [value]) => sql`${column} < ${value}`,
  '>': (column, [value]) => sql`${column} > ${value}`,
  '>=': (column, [value]) => sql`${column} >= ${value}`,
  '<=': (column, [value]) => sql`${column} <= ${value}`,
  in: (column, values) => (values.length ? sql`${column} in (${sql.join(values)})` : sql`false`),
}

// Wildcards around the text also mean "contains".
function stripWildcards(text: string): string {
  return text.replace(/^%|%$/g, '')
}
