import { type RawBuilder, sql } from 'kysely'
import type { FilterFields, FilterOperator, FilterTriple } from '../filter.ts'

/** The SQL expression that a field of a filter stands for, with what the tables keep of a value where that differs. */
type FilterColumn = RawBuilder<unknown> | { column: RawBuilder<unknown>; stored: (written: string) => number }

/** The column of each field. */
export type FilterColumns<Fields extends FilterFields> = Record<keyof Fields & string, FilterColumn>

/** The conditions of a filter as one SQL condition; values travel as parameters, operators come from a closed list. */
export function conditionOf<Field extends string>(
  triples: FilterTriple<Field>[],
  columns: Record<Field, FilterColumn>,
): RawBuilder<boolean> {
  const conditions = triples.map(([field, operator, value]) => {
    const written = [value].flat().map(String)
    const at: FilterColumn = columns[field]
    return 'stored' in at
      ? conditionFor[operator](at.column, written.map(at.stored))
      : conditionFor[operator](at, written)
  })
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/** The pattern that finds a text anywhere, its own signs of the pattern language taken as they are. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

type Condition = (column: RawBuilder<unknown>, values: (string | number)[]) => RawBuilder<boolean>

const conditionFor: Record<FilterOperator, Condition> = {
  like: (column, [text]) => sql`${column} ilike ${containing(withoutSigns(String(text)))}`,
  '=': (column, [value]) => sql`${column} = ${value}`,
  '<': (column, [value]) => sql`${column} < ${value}`,
  '>': (column, [value]) => sql`${column} > ${value}`,
  '>=': (column, [value]) => sql`${column} >= ${value}`,
  '<=': (column, [value]) => sql`${column} <= ${value}`,
  in: (column, values) => (values.length ? sql`${column} in (${sql.join(values)})` : sql`false`),
}

// Whoever sends the signs of a pattern around the text means "contains".
function withoutSigns(text: string): string {
  return text.replace(/^%|%$/g, '')
}
