import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'

/** Few enough that no statement takes seconds, many enough that the number of statements does not matter. */
const rowsPerStatement = 500

type Queries<Tables> = Kysely<Tables> | Transaction<Tables>
type Table<Tables> = keyof Tables & string
type Column<Tables, T extends Table<Tables>> = keyof Selectable<Tables[T]> & string
type Columns<Tables, T extends Table<Tables>, C extends Column<Tables, T>> = Pick<Selectable<Tables[T]>, C>

/**
 * Inserts many rows, which all have the same members, and returns the `returning` columns of each, in their order. The
 * rows are sent as one JSON text per statement: a parameter per value would cost more than the insertion.
 */
export async function insertRows<Tables, T extends Table<Tables>, C extends Column<Tables, T> = never>(
  db: Queries<Tables>,
  { table, rows, returning = [] }: { table: T; rows: readonly Insertable<Tables[T]>[]; returning?: readonly C[] },
): Promise<Columns<Tables, T, C>[]> {
  const inserted: Columns<Tables, T, C>[] = []
  const answer = returning.length > 0 ? sql`returning ${columnList(returning)}` : sql``
  for (const chunk of chunks(rows)) {
    const result = await sql<Columns<Tables, T, C>>`${insertStatement(table, chunk)} ${answer}`.execute(db)
    inserted.push(...result.rows)
  }
  return inserted
}

/**
 * Inserts many rows and updates those whose `key` exists, incrementing their `version` if the table has one. Returns
 * the keys of the rows that were created or changed, with their `returning` columns; identical rows are left alone. The
 * columns of `onlyNew` are written on creation only.
 */
export async function upsertRows<
  Tables,
  T extends Table<Tables>,
  C extends Column<Tables, T>,
  R extends Column<Tables, T> = never,
>(
  db: Queries<Tables>,
  {
    table,
    key,
    rows,
    onlyNew = [],
    returning = [],
    isVersioned = false,
  }: {
    table: T
    key: readonly C[]
    rows: readonly Insertable<Tables[T]>[]
    onlyNew?: readonly Column<Tables, T>[]
    returning?: readonly R[]
    isVersioned?: boolean
  },
): Promise<(Columns<Tables, T, C | R> & { isNew: boolean })[]> {
  const written: (Columns<Tables, T, C | R> & { isNew: boolean })[] = []
  const fixed: readonly string[] = [...key, ...onlyNew]
  for (const chunk of chunks(rows)) {
    const changing = columnsOf(chunk).filter((column) => !fixed.includes(column))
    const result = await sql<Columns<Tables, T, C | R> & { isNew: boolean }>`
      ${insertStatement(table, chunk)}
      on conflict (${columnList(key)}) do update set
        ${sql.join(changing.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
        ${isVersioned ? sql`, version = ${sql.table(table)}.version + 1` : sql``}
      where row(${columnList(changing, table)}) is distinct from row(${columnList(changing, 'excluded')})
      returning ${columnList([...key, ...returning])}, xmax = 0 as "isNew"`.execute(db)
    written.push(...result.rows)
  }
  return written
}

/**
 * Updates many rows by their `key`, each to its own values, where a condition still holds of it. Returns the keys of
 * those that were updated. Where the table is distributed, the first column of the key is the one by which it is.
 */
export async function updateRows<Tables, T extends Table<Tables>, C extends Column<Tables, T>>(
  db: Queries<Tables>,
  { table, key, rows, where }: RowUpdate<Tables, T, C>,
): Promise<Columns<Tables, T, C>[]> {
  const updated: Columns<Tables, T, C>[] = []
  for (const chunk of chunks(rows)) {
    const changing = columnsOf(chunk).filter((column) => !(key as readonly string[]).includes(column))
    const result = await sql<Columns<Tables, T, C>>`
      update ${sql.table(table)}
      set ${sql.join(changing.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`))}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(chunk)}::json) as changed
      where ${sql.join(
        key.map((column) => sql`${sql.ref(`${table}.${column}`)} = changed.${sql.ref(column)}`),
        sql` and `,
      )} and ${where}
      returning ${columnList(key, table)}`.execute(db)
    updated.push(...result.rows)
  }
  return updated
}

type RowUpdate<Tables, T extends Table<Tables>, C extends Column<Tables, T>> = {
  table: T
  key: readonly C[]
  /** The key and the new values of each, all with the same members. */
  rows: readonly (Columns<Tables, T, C> & Updateable<Tables[T]>)[]
  where: RawBuilder<boolean>
}

function insertStatement(table: string, rows: readonly object[]) {
  const columns = columnList(columnsOf(rows))
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
}

function columnsOf(rows: readonly object[]): string[] {
  return Object.keys(rows[0]!)
}

function columnList(columns: readonly string[], table?: string) {
  return sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))
}

function* chunks<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) yield rows.slice(start, start + rowsPerStatement)
}
