import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const read = async (expression: string) => (await database.pool.query(`select ${expression} as value`)).rows[0].value

test.each([
  ['the smallest id', '1::bigint', 1],
  ['more than four bytes hold', '3000000000::bigint', 3_000_000_000],
  ['the largest that a number represents', '9007199254740991::bigint', Number.MAX_SAFE_INTEGER],
  ['the smallest', '-9007199254740991::bigint', Number.MIN_SAFE_INTEGER],
  ['a count', 'count(*)', 1],
  ['none', 'null::bigint', null],
  ['several', 'array[3000000000, null]::bigint[]', [3_000_000_000, null]],
  ['no array', 'null::bigint[]', null],
  ['decimals, which stay text', '1.10::numeric', '1.10'],
])('an integer of eight bytes is read as a number: %s', async (_, expression, value) => {
  expect(await read(expression)).toEqual(value)
})

test.each(['9007199254740992::bigint', '-9007199254740992::bigint', 'array[1, 9007199254740993]::bigint[]'])(
  'one that a number would distort fails its statement and no other: %s',
  async (expression) => {
    await expect(read(expression)).rejects.toThrow(RangeError)
    expect(await read('1::bigint')).toBe(1)
  },
)
