import { sql } from 'kysely'
import type { Database } from '#db/database.ts'

/** Whose rows: those of the holders, and those of the account itself. */
export type Owner = { userId: number; customerIds: number[] }

/** What the machine keeps for itself: answers to repetitions, counts, and rights that say nothing of anybody. */
const leftOut = ['idempotent_reply', 'invoice_list_version', 'user_customer']
/** Columns by which somebody could get in, or that lead to a file of ours. */
const secretColumn = '(hash|_key)$|secret|password|token|challenge'

/** A table that says whose each row is, with the columns that tell its rows apart. */
export type OwnedTable = { name: string; hasHolder: boolean; hasUser: boolean; key: string[]; secrets: string[] }

/**
 * Every table with an owner, as the database itself knows them: what a new feature keeps of somebody is in their copy without
 * being named here.
 */
export async function ownedTables(db: Database): Promise<OwnedTable[]> {
  const { rows } = await sql<OwnedTable>`
    select columns.table_name as name,
      bool_or(columns.column_name = 'customer_id') as "hasHolder",
      bool_or(columns.column_name = 'user_id') as "hasUser",
      coalesce((
        select array_agg(attribute.attname::text order by attribute.attnum)
        from pg_index
          join pg_attribute attribute on attribute.attrelid = pg_index.indrelid and attribute.attnum = any(pg_index.indkey)
        where pg_index.indrelid = to_regclass(quote_ident(columns.table_name)) and pg_index.indisprimary
      ), '{}') as key,
      coalesce(array_agg(columns.column_name::text) filter (where columns.column_name ~ ${secretColumn}), '{}') as secrets
    from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> all(${leftOut})
    group by columns.table_name
    having bool_or(columns.column_name in ('customer_id', 'user_id'))
    order by columns.table_name`.execute(db)
  return rows
}

const rowsAtOnce = 500

/** The rows of a table that are somebody's, as the JSON of a list, a part at a time. Nothing where there are none. */
export async function* ownRowsAsJson(
  db: Database,
  table: OwnedTable,
  { userId, customerIds }: Owner,
): AsyncGenerator<string> {
  const { name, hasHolder, hasUser, key, secrets } = table
  const isHolders = sql`customer_id = any(${customerIds})`
  const isUsers = sql`user_id = ${userId}`
  // A row of somebody else's contract is theirs, whoever signed in to make it.
  const isOwn = !hasUser
    ? isHolders
    : !hasHolder
      ? isUsers
      : sql`(${isHolders} or (customer_id is null and ${isUsers}))`
  const order = key.length > 0 ? sql.join(key.map((column) => sql.ref(column))) : sql`1`
  for (let offset = 0; ; offset += rowsAtOnce) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(owned) - ${secrets}::text[])::text as row
      from (
        select * from ${sql.table(name)} where ${isOwn} order by ${order} limit ${rowsAtOnce} offset ${offset}
      ) owned`.execute(db)
    if (rows.length > 0) yield `${offset === 0 ? '[\n' : ',\n'}${rows.map(({ row }) => row).join(',\n')}`
    if (rows.length < rowsAtOnce) {
      if (offset > 0 || rows.length > 0) yield '\n]\n'
      return
    }
  }
}
