import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { codeKind } from '#domains/messages/rules.ts'
import type { ExportedTable } from './personal-data-rules.ts'
import type { DataOwner } from './row-conditions.ts'

const batchSize = 200

/** Streams the rows of a table that belong to a person, as parts of a JSON list. Empty if there are none. */
export async function* streamRowsAsJson(
  db: Database,
  { name, rows: isOwnRow, secrets = [] }: ExportedTable,
  owner: DataOwner,
): AsyncGenerator<string> {
  const key = await findPrimaryKey(db, name)
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: string[] | undefined
  for (;;) {
    const isNext = last ? sql`(${order}) > (${sql.join(last)})` : sql`true`
    const { rows } = await sql<{ row: string; key: string[] }>`
      select (${rowAsJson(name)} - ${secrets}::text[])::text as row,
        array[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}] as key
      from ${sql.table(name)} as owned
      where ${isOwnRow(owner)} and ${isNext}
      order by ${order} limit ${batchSize}`.execute(db)
    if (rows.length > 0) yield `${last ? ',\n' : '[\n'}${rows.map(({ row }) => row).join(',\n')}`
    last = rows.at(-1)?.key ?? last
    if (rows.length < batchSize) {
      if (last) yield '\n]\n'
      return
    }
  }
}

/**
 * Leaves out one-time codes: a code is for the mailbox alone, and proves to the portal that the mailbox belongs to the
 * user.
 */
function rowAsJson(name: string) {
  const row = sql`to_jsonb(owned)`
  if (name !== 'outbox_message') return row
  return sql`case when kind ~ ${codeKind.source} then ${row} #- '{values,code}' else ${row} end`
}

/** Returns the primary key columns of a table, in the order of its index. */
export async function findPrimaryKey(db: Database, name: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attribute.attname as column
    from pg_index
      join unnest(pg_index.indkey::smallint[]) with ordinality as place (attnum, number) on true
      join pg_attribute attribute on attribute.attrelid = pg_index.indrelid and attribute.attnum = place.attnum
    where pg_index.indrelid = to_regclass(quote_ident(${name})) and pg_index.indisprimary
    order by place.number`.execute(db)
  return rows.map(({ column }) => column)
}
