import { expect, test } from 'vitest'
import { dayFieldType, type FilterFields, textFieldType } from '../filter.ts'
import { parseFilter } from './parse-filter.ts'

const fields = {
  name: textFieldType,
  from: dayFieldType,
  price: { pattern: /^\d+(\.\d\d)?$/ },
} satisfies FilterFields

test.each<[string, string | undefined, unknown]>([
  ['nothing', undefined, []],
  ['an empty text', '', []],
  ['no conditions', '[]', []],
  [
    'several conditions',
    '[["name","like","vic"],["from",">=","2026-01-01"]]',
    [
      ['name', 'like', 'vic'],
      ['from', '>=', '2026-01-01'],
    ],
  ],
  ['a number', '[["price","<",45.69]]', [['price', '<', 45.69]]],
  ['a list of values', '[["name","in",["a","b"]]]', [['name', 'in', ['a', 'b']]]],
  ['an empty list of values', '[["name","in",[]]]', [['name', 'in', []]]],
])('accepts %s', (_, text, expected) => {
  expect(parseFilter(text, fields)).toEqual(expected)
})

test.each([
  ['a field without a filter', '[["iban","=","ES00"]]'],
  ['a field named like a built-in member', '[["constructor","=","1"]]'],
  ['an unknown operator', '[["name","~","vic"]]'],
  ['a list without "in"', '[["name","=",["vic"]]]'],
  ['"in" without a list', '[["name","in","vic"]]'],
  ['"like" on a field that is not text', '[["from","like","2026"]]'],
  ['a value of the wrong type', '[["from","=","yesterday"]]'],
  ['a day that does not exist', '[["from","=","2026-02-30"]]'],
  ['a day in the year 0, which does not exist', '[["from","=","0000-01-01"]]'],
  ['a value of the wrong type within a list', '[["price","in",["1.00","much"]]]'],
  ['a value that is neither text nor number', '[["name","=",null]]'],
  ['a character that no database accepts', '[["name","=","a\\u0000"]]'],
  ['a condition of four parts', '[["name","=","vic","or"]]'],
  ['a single condition outside of a list', '["name","=","vic"]'],
  ['invalid JSON', '[[name'],
  ['too many conditions', JSON.stringify(Array(21).fill(['name', '=', 'vic']))],
  ['too long a list', JSON.stringify([['name', 'in', Array(201).fill('vic')]])],
  ['too long a text', JSON.stringify([['name', '=', 'v'.repeat(201)]])],
])('rejects %s', (_, text) => {
  expect(parseFilter(text, fields)).toBeNull()
})
