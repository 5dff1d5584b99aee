import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findForeignWrites, findIdleOwners, findTableWrites, listTableWrites } from './find-table-writes.ts'
import { generalWriters, tableOwners } from './table-owners.ts'

const writes = listTableWrites()
const ownership = { owners: tableOwners, generalWriters }

describe('every table', () => {
  test('is named with its owner, once and in order', () => {
    const rowTypes = /interface DB \{([\s\S]*?)\n\}/.exec(readFileSync('db/tables.ts', 'utf8'))![1]!
    const tables = [...rowTypes.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table)
    expect(tables.length).toBeGreaterThan(90)
    expect(Object.keys(tableOwners)).toEqual(tables)
  })

  test('is written by its owner alone', () => expect(findForeignWrites(writes, ownership)).toEqual([]))
  test('is written by its owner', () => expect(findIdleOwners(writes, ownership)).toEqual([]))

  test('without a writer in the source is written by triggers or by nobody', () => {
    const migrations = globSync('db/migrations/*.ts').map((file) => readFileSync(file, 'utf8'))
    const written = (table: string) => migrations.some((text) => text.includes(`insert into ${table} `))
    const ownedBy = (folder: string) => Object.entries(tableOwners).filter(([, owner]) => owner === folder)
    expect(ownedBy('db/migrations').filter(([table]) => !written(table))).toEqual([])
    expect(ownedBy('operations').filter(([table]) => writes.some((write) => write.table === table))).toEqual([])
  })
})

describe('the check', () => {
  const [a, b] = ['src/domains/a/server/x.ts', 'src/domains/b/server/y.ts'] as const
  const variable = ['$', '{sql.table(name)}'].join('')
  const writtenIn = (text: string) => findTableWrites(a, text).map(({ table }) => table)

  test.each([
    ["db.insertInto('t').values(row)", ['t']],
    ["db\n    .updateTable('t as row')", ['t']],
    ["db.deleteFrom(\n  't',\n)", ['t']],
    ["upsertRows(db, { table: 't', key: ['id'], rows })", ['t']],
    ["insertRows(db, {\n  table: 't',\n  rows,\n})", ['t']],
    ['sql`insert into t (id) values (1)`', ['t']],
    ['sql`with gone as (delete from t where id = 1 returning id) select id from gone`', ['t']],
    ['sql`update t as row set id = 1`', ['t']],
    ['sql`update only t set id = 1`', ['t']],
    [`sql\`delete from ${variable}\``, [null]],
    [`sql\`update ${variable} as owned set id = 1\``, [null]],
    ['db.insertInto(name)', [null]],
    ['insertRows(db, { table, rows })', [null]],
    ['// insert into t\n/* delete from t */', []],
    ["db.selectFrom('t').forUpdate()", []],
    ['sql`on conflict (id) do update set id = 1`', []],
  ])('reads %s', (text, tables) => expect(writtenIn(text)).toEqual(tables))

  test('finds a write by another folder, of an unknown table, and of one whose name is not written out', () => {
    const found = (table: string | null) =>
      findForeignWrites([{ file: b, table }], { owners: { t: 'domains/a' }, generalWriters: {} })
    expect(found('t')).toEqual([`${b} writes t of domains/a`])
    expect(found('u')).toEqual([`${b} writes u of nobody`])
    expect(found(null)).toEqual([`${b} writes a table whose name is not written out`])
    expect(findForeignWrites([{ file: a, table: 't' }], { owners: { t: 'domains/a' }, generalWriters: {} })).toEqual([])
  })

  test('lets a general writer write any table', () => {
    const allowed = { owners: { t: 'domains/a' }, generalWriters: { [b]: 'erasure' } }
    expect(findForeignWrites([{ file: b, table: 't' }], allowed)).toEqual([])
  })

  test('finds an owner that does not write, and a general writer that no longer does', () => {
    const owners = { owners: { t: 'domains/a' }, generalWriters: { [b]: 'erasure' } }
    expect(findIdleOwners([], owners)).toEqual(['domains/a does not write t', `${b} writes no table`])
    expect(
      findIdleOwners(
        [
          { file: a, table: 't' },
          { file: b, table: null },
        ],
        owners,
      ),
    ).toEqual([])
  })
})
