import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

// Runs deploy/citus.sql unchanged on the real schema, with the Citus functions replaced by stubs that record their
// calls. The result is compared with the rules of Citus; `npm run try-citus` runs it on a real cluster.

type Distribution = {
  name: string
  kind: 'distributed' | 'reference' | 'managed' | 'local'
  column: string | null
  colocatedWith: string | null
}
type Key = { table: string; name: string; columns: string[] }
type Reference = { table: string; name: string; columns: string[]; target: string; targetColumns: string[] }
type Call = { name: string; kind: string; references: number; triggers: number }

const script = readFileSync(new URL('../../deploy/citus.sql', import.meta.url), 'utf8')
const tables = new Map<string, Distribution>()

let database: TestDatabase
let named: Distribution[]
let calls: Call[]
let existing: string[]
let keys: Key[]
let references: Reference[]
let triggersBefore: unknown[]

beforeAll(async () => {
  database = await openTestDatabase()
  const { pool } = database
  // A call finds neither foreign keys at its table, which would make it one that cannot be distributed, nor triggers,
  // which would begin for each copied row.
  await pool.query(`
    create schema recorder;
    create table recorder.call (place serial, name text, kind text, "references" bigint, triggers bigint);
    create table recorder.pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
    create function recorder.record(name text, kind text) returns void language sql as $$
      insert into recorder.call (name, kind, "references", triggers) values (name, kind,
        (select count(*) from pg_constraint
          where contype = 'f' and (conrelid = name::regclass or confrelid = name::regclass)),
        (select count(*) from pg_trigger where not tgisinternal and tgrelid = name::regclass)) $$;
    create function recorder.create_reference_table(name text) returns void language sql
      as $$ select recorder.record(name, 'reference'); insert into recorder.pg_dist_partition values (name::regclass, 'n', 't') $$;
    create function recorder.create_distributed_table(name text, on_column text, colocate_with text) returns void language sql
      as $$ select recorder.record(name, 'distributed'); insert into recorder.pg_dist_partition values (name::regclass, 'h', 's') $$;
    create function recorder.citus_add_local_table_to_metadata(name regclass) returns void language sql
      as $$ select recorder.record(name::text, 'managed'); insert into recorder.pg_dist_partition values (name, 'n', 's') $$;
    create function recorder.truncate_local_data_after_distributing_table(name regclass) returns void language sql
      as $$ $$;
  `)
  triggersBefore = await readTriggers()
  named = await runScript()
  for (const each of named) tables.set(each.name, each)
  calls = (await pool.query('select name, kind, "references"::int, triggers::int from recorder.call order by place'))
    .rows

  existing = (
    await pool.query(
      `select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map(({ relname }) => relname)
  // Expressions of a unique index are keys too, with a null column.
  keys = (
    await pool.query(`select indrelid::regclass::text as table, indexrelid::regclass::text as name,
        array(select attname::text from unnest(indkey::int2[]) as number
          join pg_attribute on attrelid = indrelid and attnum = number) as columns
      from pg_index join pg_class on pg_class.oid = indrelid
      where indisunique and relnamespace = 'public'::regnamespace`)
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

async function runScript(): Promise<Distribution[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin; set local search_path to public, recorder')
    await client.query(script)
    const { rows } = await client.query(
      'select name, kind, on_column as column, nullif(colocated_with, \'none\') as "colocatedWith" from distribution order by place',
    )
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}

async function readTriggers() {
  const { rows } = await database.pool.query(
    `select tgrelid::regclass::text as table, tgname::text as name, prosrc as body, translate(pg_get_triggerdef(pg_trigger.oid), '()', '') as definition
     from pg_trigger join pg_proc on pg_proc.oid = tgfoid
     where not tgisinternal and tgname <> 'contract_account_is_known' order by 1, 2`,
  )
  return rows as { table: string; name: string; body: string }[]
}

const kindOf = (table: string) => tables.get(table)!.kind
const isDistributed = (table: string) => kindOf(table) === 'distributed'

test('every table is listed', () => {
  expect([...tables.keys()].sort()).toEqual(existing)
})

test('each table is distributed without its foreign keys and triggers, which are set again', async () => {
  expect(calls.map(({ name, kind }) => [name, kind])).toEqual(
    named.flatMap(({ name, kind }) => (kind === 'local' ? [] : [[name, kind]])),
  )
  expect(calls.filter((call) => call.references > 0 || call.triggers > 0)).toEqual([])
  expect(references.length).toBeGreaterThan(60)
  expect(await readTriggers()).toEqual(triggersBefore)
})

test('a second run changes nothing', async () => {
  await runScript()
  const { rows } = await database.pool.query('select count(*)::int as count from recorder.call')
  expect(rows[0].count).toBe(calls.length)
})

test('each key of a distributed table includes its distribution column', () => {
  const without = keys.filter(({ table, columns }) => {
    const { kind, column } = tables.get(table)!
    return kind === 'distributed' && !columns.includes(column!)
  })
  expect(without).toEqual([])
  // Each of them has at least one key.
  for (const [table, { kind }] of tables)
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
  for (const [table, { kind, column }] of tables)
    if (kind === 'distributed') expect(required, table).toContain(`${table}.${column}`)
})

describe('triggers of distributed tables, which act on the node of their row', () => {
  test('insert into no table with an identity column, of which a node would assign ids from a range of its own', async () => {
    const { rows } = await database.pool.query(
      `select attrelid::regclass::text as table from pg_attribute where attidentity <> ''`,
    )
    const assigned = new Set(rows.map(({ table }) => table))
    expect(assigned.size).toBeGreaterThan(30)
    for (const { table, name, body } of await readTriggers())
      if (isDistributed(table))
        for (const [, target] of body.matchAll(/insert into (\w+)/g)) expect(assigned, name).not.toContain(target)
  })

  test('write only to tables of the same customer or supply point, and not from a transition table', async () => {
    for (const { table, name, body } of await readTriggers()) {
      if (!isDistributed(table)) continue
      for (const [, target] of body.matchAll(/(?:insert into|delete from) (\w+)/g))
        expect(groupOf(target!), name).toBe(groupOf(table))
      expect(body, name).not.toMatch(/insert into[^;]*\bfrom (changed|previous)\b/)
    }
  })

  test('read only tables of the same customer or supply point, and those that every node has', async () => {
    for (const { table, name, body } of await readTriggers()) {
      if (!isDistributed(table)) continue
      const read = [...body.matchAll(/(?<!distinct )(?:from|join) (\w+)/g)].map(([, source]) => source!)
      for (const source of read.filter((each) => tables.has(each) && kindOf(each) !== 'reference'))
        expect(groupOf(source), name).toBe(groupOf(table))
    }
  })
})

function groupOf(table: string) {
  return tables.get(table)!.colocatedWith ?? table
}

describe('references', () => {
  test('between distributed tables stay on one node', () => {
    const leading = references.filter(({ table, target }) => isDistributed(table) && isDistributed(target))
    expect(leading.length).toBeGreaterThan(5)
    for (const { table, name, target, columns, targetColumns } of leading) {
      expect(groupOf(table), name).toBe(groupOf(target))
      const place = columns.indexOf(tables.get(table)!.column!)
      expect(targetColumns[place], name).toBe(tables.get(target)!.column)
    }
  })

  test('join no table of the coordinator with one of the nodes', () => {
    const isOfNodes = (table: string) => isDistributed(table) || kindOf(table) === 'reference'
    const astray = references.filter(
      ({ table, target }) =>
        isOfNodes(table) !== isOfNodes(target) || [table, target].some((end) => kindOf(end) === 'managed'),
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
