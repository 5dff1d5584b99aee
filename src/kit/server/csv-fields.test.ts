import { expect, test } from 'vitest'
import { csvFields } from './csv-fields.ts'

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
])('%j is %j: %s', (line, fields) => {
  expect(csvFields(line, ',')).toEqual(fields)
})

test('a line is parted by the delimiter of its file', () => {
  expect(csvFields('"a;b";c,d\t', ';')).toEqual(['a;b', 'c,d'])
  expect(csvFields('"a"\tb', '\t')).toEqual(['a', 'b'])
})
