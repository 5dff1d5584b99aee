import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { type FilterFields, type FilterTriple, textKind } from '../filter.ts'
import { conditionOf, containing, type FilterColumns } from './filter-sql.ts'

const fields = {
  name: textKind,
  price: { shape: /^\d+$/ },
} satisfies FilterFields
const columns: FilterColumns<typeof fields> = {
  name: sql.ref('thing.name'),
  price: { column: sql.ref('thing.price_cents'), stored: (written) => Number(written) * 100 },
}

// Writes PostgreSQL and asks nobody.
const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

type Triples = FilterTriple<keyof typeof fields>[]

test.each<[string, Triples, string, unknown[]]>([
  ['no conditions hold always', [], 'true', []],
  ['a value travels as a parameter', [['name', '=', "x' or 1=1"]], '"thing"."name" = $1', ["x' or 1=1"]],
  ['a value becomes what the table keeps', [['price', '>=', 45]], '"thing"."price_cents" >= $1', [4500]],
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
  ['one of several', [['price', 'in', [1, 2]]], '"thing"."price_cents" in ($1, $2)', [100, 200]],
  ['one of none is nothing', [['name', 'in', []]], 'false', []],
  ['a part of a word, whatever its case', [['name', 'like', 'vic']], '"thing"."name" ilike $1', ['%vic%']],
  ['signs of a pattern around it mean the same', [['name', 'like', '%vic%']], '"thing"."name" ilike $1', ['%vic%']],
  [
    'signs of a pattern within it are letters',
    [['name', 'like', '5_%_1']],
    '"thing"."name" ilike $1',
    ['%5\\_\\%\\_1%'],
  ],
])('%s', (_, triples, expected, parameters) => {
  const written = conditionOf(triples, columns).compile(db)
  expect(written.sql).toBe(expected)
  expect(written.parameters).toEqual(parameters)
})

test.each([
  ['vic', '%vic%'],
  ['100%', '%100\\%%'],
  ['a_b', '%a\\_b%'],
  ['a\\b', '%a\\\\b%'],
])('what contains %s fits the pattern %s', (text, pattern) => {
  expect(containing(text)).toBe(pattern)
})
