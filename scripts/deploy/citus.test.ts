import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

// Runs deploy/citus.sql unchanged on the real schema, with the Citus functions replaced by stubs that record their
// calls. The result is compared with the rules of Citus for keys and references.

type Kind = 'distributed' | 'reference' | 'local'
type Key = { table: string; name: string; columns: string[] }
type Reference = { table: string; name: string; columns: string[]; target: string; targetColumns: string[] }

const script = readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8')
const localTables = [...script.matchAll(/^-- local: (.+?) — .{10,}$/gm)].flatMap(([, names]) => names!.split(', '))
const spread = new Map<string, { kind: Kind; column: string | null; colocatedWith: string | null }>()

let database: TestDatabase
let tables: string[]
let keys: Key[]
let references: Reference[]

beforeAll(async () => {
  database = await openTestDatabase()
  const { pool } = database
  await pool.query(`
    create table spread (name text primary key, kind text, on_column text, colocated_with text);
    create function create_reference_table(name text) returns void language sql
      as $$ insert into spread values (name::regclass::text, 'reference') $$;
    create function create_distributed_table(name text, on_column text, colocate_with text) returns void language sql
      as $$ insert into spread values (name::regclass::text, 'distributed', on_column, nullif(colocate_with, 'none')) $$;
  `)
  await pool.query(script)
  for (const row of (await pool.query('select * from spread')).rows)
    spread.set(row.name, { kind: row.kind, column: row.on_column, colocatedWith: row.colocated_with })
  for (const name of localTables) spread.set(name, { kind: 'local', column: null, colocatedWith: null })

  tables = (
    await pool.query(`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'spread' order by 1`)
  ).rows.map(({ relname }) => relname)
  // Expressions of a unique index are keys too, with a null column.
  keys = (
    await pool.query(`select indrelid::regclass::text as table, indexrelid::regclass::text as name,
        array(select attname::text from unnest(indkey::int2[]) as number
          join pg_attribute on attrelid = indrelid and attnum = number) as columns
      from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and relnamespace = 'public'::regnamespace and relname <> 'spread'`)
  ).rows
  const columnsOf = (numbers: string, relation: string) =>
    `array(select attname::text from unnest(${numbers}) with ordinality as key (number, place)
      join pg_attribute on attrelid = ${relation} and attnum = number order by place)`
  references = (
    await pool.query(`select conrelid::regclass::text as table, conname::text as name, ${columnsOf('conkey', 'conrelid')} as columns,
        confrelid::regclass::text as target, ${columnsOf('confkey', 'confrelid')} as "targetColumns"
      from pg_constraint where contype = 'f'`)
  ).rows
})
afterAll(() => database.close())

test('every table is listed once', () => {
  expect([...spread.keys()].sort()).toEqual(tables)
  expect(new Set(localTables).size).toBe(localTables.length)
})

test('each key of a distributed table includes its distribution column', () => {
  const without = keys.filter(({ table, columns }) => {
    const { kind, column } = spread.get(table)!
    return kind === 'distributed' && !columns.includes(column!)
  })
  expect(without).toEqual([])
  // Each of them has at least one key.
  for (const [table, { kind }] of spread)
    if (kind === 'distributed')
      expect(
        keys.some((key) => key.table === table),
        table,
      ).toBe(true)
})

test('the distribution column is not nullable', async () => {
  const { rows } = await database.pool.query(
    `select attrelid::regclass::text || '.' || attname as name from pg_attribute where attnotnull and attnum > 0`,
  )
  const required = new Set(rows.map(({ name }) => name))
  for (const [table, { kind, column }] of spread)
    if (kind === 'distributed') expect(required, table).toContain(`${table}.${column}`)
})

describe('references', () => {
  const kindOf = (table: string) => spread.get(table)!.kind

  test('between distributed tables stay on one node', () => {
    const group = (table: string) => spread.get(table)!.colocatedWith ?? table
    const leading = references.filter(
      ({ table, target }) => kindOf(table) === 'distributed' && kindOf(target) === 'distributed',
    )
    expect(leading.length).toBeGreaterThan(5)
    for (const { table, name, target, columns, targetColumns } of leading) {
      expect(group(table), name).toBe(group(target))
      const place = columns.indexOf(spread.get(table)!.column!)
      expect(targetColumns[place], name).toBe(spread.get(target)!.column)
    }
  })

  test('from distributed tables never target a local one, and from others never a distributed one', () => {
    const astray = references.filter(({ table, target }) =>
      kindOf(table) === 'distributed' ? kindOf(target) === 'local' : kindOf(target) === 'distributed',
    )
    expect(astray).toEqual([])
  })

  test('from reference tables target only reference tables', () => {
    const astray = references.filter(
      ({ table, target }) => kindOf(table) === 'reference' && kindOf(target) !== 'reference',
    )
    expect(astray).toEqual([])
  })
})
