import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { maxCountedRows, maxSearchMatches } from '../list-limits.ts'

/** The tables and rows of a list in SQL. All conditions must hold. */
type ListedRows = { from: RawBuilder<unknown>; where?: readonly RawBuilder<unknown>[] }

/** A list in SQL: which columns, which rows, and in which order. */
type ListSelection = ListedRows & { columns: RawBuilder<unknown>; orderBy: RawBuilder<unknown> }

/** The part of a list that a page shows. */
export type PageRange = { offset: number; limit: number }

export type ResultPage<Item> = { items: Item[]; total: number }

/** Returns a page of a list with the number of all its rows, of which at most `maxCountedRows` are counted. */
export async function findPage<Row>(
  db: QueryExecutorProvider,
  { columns, from, where, orderBy }: ListSelection,
  { offset, limit }: PageRange,
): Promise<ResultPage<Row>> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${allOf(where)}
    order by ${orderBy} limit ${limit} offset ${offset}`.execute(db)
  // The rows of a first page that is not full are all there are.
  const isWhole = offset === 0 && rows.length < limit
  return {
    items: rows,
    total: isWhole ? rows.length : await countUpTo(db, maxCountedRows, { from, where: where ?? [] }),
  }
}

/** Counts rows up to a maximum, for tables that are too large to be counted completely. */
export async function countUpTo(db: QueryExecutorProvider, max: number, { from, where }: ListedRows): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select 1 from ${from} where ${allOf(where)} limit ${max}) as counted`.execute(
    db,
  )
  return rows[0]!.total
}

/** Joins conditions of which all must hold. */
export function allOf(conditions: readonly RawBuilder<unknown>[] = []): RawBuilder<unknown> {
  return conditions.length ? sql.join(conditions, sql` and `) : sql`true`
}

/** Joins conditions of which one must hold. */
export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Condition that a row is one of those that fulfil some condition, each answered by an index. Joined by `or`, every row of the
 * list would be compared in its order. Of a condition that most rows fulfil, only `maxSearchMatches` of them are found.
 */
export function oneOfRows(
  { table, key }: { table: string; key: string },
  conditions: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const queries = conditions.map(
    (each) => sql`(select ${sql.ref(key)} from ${sql.table(table)} where ${each} limit ${maxSearchMatches})`,
  )
  return sql`${sql.ref(`${table}.${key}`)} in (${sql.join(queries, sql` union `)})`
}

/** Condition that a text contains another, whatever their case. Every text contains the empty one. */
export function containsText(text: RawBuilder<unknown>, part: string): RawBuilder<unknown> {
  return part ? sql`strpos(lower(${text}), ${part.toLowerCase()}) > 0` : sql`true`
}
