import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { type FilterCondition, type FilterFields, textFieldType } from '../filter.ts'
import { buildFilterCondition, containsPattern, type FilterColumns } from './filter-sql.ts'

const fields = {
  name: textFieldType,
  price: { pattern: /^\d+$/ },
} satisfies FilterFields
const columns: FilterColumns<typeof fields> = {
  name: sql.ref('thing.name'),
  price: { column: sql.ref('thing.price_cents'), stored: (written) => Number(written) * 100 },
}

// Compiles PostgreSQL without a connection.
const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Triples = FilterCondition<keyof typeof fields>[]

test.each<[string, Triples, string, unknown[]]>([
  ['no conditions always hold', [], 'true', []],
  ['a value is passed as a parameter', [['name', '=', "x' or 1=1"]], '"thing"."name" = $1', ["x' or 1=1"]],
  ['a value is converted to its stored form', [['price', '>=', 45]], '"thing"."price_cents" >= $1', [4500]],
  [
    'all conditions must hold',
    [
      ['price', '>', 1],
      ['price', '<', '9'],
      ['name', '<=', 'z'],
    ],
    '"thing"."price_cents" > $1 and "thing"."price_cents" < $2 and "thing"."name" <= $3',
    [100, 900, 'z'],
  ],
  ['a value may be one of several', [['price', 'in', [1, 2]]], '"thing"."price_cents" in ($1, $2)', [100, 200]],
  ['an empty list matches nothing', [['name', 'in', []]], 'false', []],
  ['part of a word matches in any case', [['name', 'like', 'vic']], '"thing"."name" ilike $1', ['%vic%']],
  [
    'pattern characters around a value change nothing',
    [['name', 'like', '%vic%']],
    '"thing"."name" ilike $1',
    ['%vic%'],
  ],
  [
    'pattern characters within a value are literal',
    [['name', 'like', '5_%_1']],
    '"thing"."name" ilike $1',
    ['%5\\_\\%\\_1%'],
  ],
])('%s', (_, triples, expected, parameters) => {
  const written = buildFilterCondition(triples, columns).compile(db)
  expect(written.sql).toBe(expected)
  expect(written.parameters).toEqual(parameters)
})

test.each([
  ['vic', '%vic%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('matches texts that contain %s with the pattern %s', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern)
})
