import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'

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
 * the keys of the rows that were created or changed; identical rows are left alone. The columns of `onlyNew` are
 * written on creation only.
 */
export async function upsertRows<Tables, T extends Table<Tables>, C extends Column<Tables, T>>(
  db: Queries<Tables>,
  {
    table,
    key,
    rows,
    onlyNew = [],
    isVersioned = false,
  }: {
    table: T
    key: readonly C[]
    rows: readonly Insertable<Tables[T]>[]
    onlyNew?: readonly Column<Tables, T>[]
    isVersioned?: boolean
  },
): Promise<(Columns<Tables, T, C> & { isNew: boolean })[]> {
  const written: (Columns<Tables, T, C> & { isNew: boolean })[] = []
  const fixed: readonly string[] = [...key, ...onlyNew]
  for (const chunk of chunks(rows)) {
    const changing = columnsOf(chunk).filter((column) => !fixed.includes(column))
    const result = await sql<Columns<Tables, T, C> & { isNew: boolean }>`
      ${insertStatement(table, chunk)}
      on conflict (${columnList(key)}) do update set
        ${sql.join(changing.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`))}
        ${isVersioned ? sql`, version = ${sql.table(table)}.version + 1` : sql``}
      where row(${columnList(changing, table)}) is distinct from row(${columnList(changing, 'excluded')})
      returning ${columnList(key)}, xmax = 0 as "isNew"`.execute(db)
    written.push(...result.rows)
  }
  return written
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
