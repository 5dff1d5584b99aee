import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { codeKind } from '#domains/messages/rules.ts'
import type { CopiedTable } from './held-tables.ts'
import type { Owner } from './owned-rows.ts'

const rowsAtOnce = 200

/** The rows of a table that are somebody's, as the JSON of a list, a part at a time. Nothing where there are none. */
export async function* ownRowsAsJson(
  db: Database,
  { name, rows: isOwn, secrets = [] }: CopiedTable,
  owner: Owner,
): AsyncGenerator<string> {
  const key = await keyOf(db, name)
  const order = sql.join(key.map((column) => sql.ref(column)))
  let last: string[] | undefined
  for (;;) {
    const isNext = last ? sql`(${order}) > (${sql.join(last)})` : sql`true`
    const { rows } = await sql<{ row: string; key: string[] }>`
      select (${shown(name)} - ${secrets}::text[])::text as row,
        array[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}] as key
      from ${sql.table(name)} as owned
      where ${isOwn(owner)} and ${isNext}
      order by ${order} limit ${rowsAtOnce}`.execute(db)
    if (rows.length > 0) yield `${last ? ',\n' : '[\n'}${rows.map(({ row }) => row).join(',\n')}`
    last = rows.at(-1)?.key ?? last
    if (rows.length < rowsAtOnce) {
      if (last) yield '\n]\n'
      return
    }
  }
}

/** A one-time code is for the mailbox alone: whoever sits before the portal must show that it is theirs. */
function shown(name: string) {
  const row = sql`to_jsonb(owned)`
  if (name !== 'outbox_message') return row
  return sql`case when kind ~ ${codeKind.source} then ${row} #- '{values,code}' else ${row} end`
}

/** The columns that tell the rows of a table apart, in the order of its index. */
export async function keyOf(db: Database, name: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attribute.attname as column
    from pg_index
      join unnest(pg_index.indkey::smallint[]) with ordinality as place (attnum, number) on true
      join pg_attribute attribute on attribute.attrelid = pg_index.indrelid and attribute.attnum = place.attnum
    where pg_index.indrelid = to_regclass(quote_ident(${name})) and pg_index.indisprimary
    order by place.number`.execute(db)
  return rows.map(({ column }) => column)
}
