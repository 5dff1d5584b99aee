import { expect, test } from 'vitest'
import { parseCsvLine } from './parse-csv-line.ts'

test.each<[line: string, fields: string[] | null, reason: string]>([
  ['a,b,c', ['a', 'b', 'c'], 'plain fields'],
  [' a , b ,c ', ['a', 'b', 'c'], 'spaces around them are left out'],
  ['a,,', ['a', '', ''], 'empty ones stand'],
  ['', [''], 'an empty line has one empty field'],
  ['"a","b, c",d', ['a', 'b, c', 'd'], 'a delimiter within quotes'],
  ['"Bar ""El Pi""",2', ['Bar "El Pi"', '2'], 'a doubled quote is one'],
  ['"""x""",""', ['"x"', ''], 'also at the ends'],
  [' "a" , "b" ', ['a', 'b'], 'spaces around quotes'],
  ['5" pipe,2', ['5" pipe', '2'], 'a quote within a plain field is itself'],
  ['"a,b', null, 'a quote that is not closed'],
  ['"a"b,c', null, 'something after a closed quote'],
])('parses %j as %j: %s', (line, fields) => {
  expect(parseCsvLine(line, ',')).toEqual(fields)
})

test('splits a line at the delimiter of its file', () => {
  expect(parseCsvLine('"a;b";c,d\t', ';')).toEqual(['a;b', 'c,d'])
  expect(parseCsvLine('"a"\tb', '\t')).toEqual(['a', 'b'])
})
