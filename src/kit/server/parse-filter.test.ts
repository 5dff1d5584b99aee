import { expect, test } from 'vitest'
import { dayKind, type FilterFields, textKind } from '../filter.ts'
import { parseFilter } from './parse-filter.ts'

const fields = {
  name: textKind,
  from: dayKind,
  price: { shape: /^\d+(\.\d\d)?$/ },
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
  ['one of several', '[["name","in",["a","b"]]]', [['name', 'in', ['a', 'b']]]],
  ['one of none', '[["name","in",[]]]', [['name', 'in', []]]],
])('%s is a filter', (_, text, expected) => {
  expect(parseFilter(text, fields)).toEqual(expected)
})

test.each([
  ['a field that is not offered', '[["iban","=","ES00"]]'],
  ['a field that every object has', '[["constructor","=","1"]]'],
  ['an operator that is not offered', '[["name","~","vic"]]'],
  ['a list without "in"', '[["name","=",["vic"]]]'],
  ['"in" without a list', '[["name","in","vic"]]'],
  ['a part of something else than words', '[["from","like","2026"]]'],
  ['a value of another kind', '[["from","=","yesterday"]]'],
  ['a day that is in no calendar', '[["from","=","2026-02-30"]]'],
  ['a day of the year 0, which no calendar has', '[["from","=","0000-01-01"]]'],
  ['a value of another kind within a list', '[["price","in",["1.00","much"]]]'],
  ['a value that is neither text nor number', '[["name","=",null]]'],
  ['a letter that no database takes', '[["name","=","a\\u0000"]]'],
  ['a condition of four parts', '[["name","=","vic","or"]]'],
  ['a single condition outside of a list', '["name","=","vic"]'],
  ['something that is no JSON', '[[name'],
  ['more conditions than anybody sets', JSON.stringify(Array(21).fill(['name', '=', 'vic']))],
  ['a longer list than anybody chooses', JSON.stringify([['name', 'in', Array(201).fill('vic')]])],
  ['a longer text than anybody types', JSON.stringify([['name', '=', 'v'.repeat(201)]])],
])('%s is none', (_, text) => {
  expect(parseFilter(text, fields)).toBeNull()
})
