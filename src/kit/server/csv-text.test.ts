import { expect, test } from 'vitest'
import { csvTextLine } from './csv-text.ts'

test.each([
  ['what is plain as it is', ['Eva', 12, null], 'Eva;12;\r\n'],
  ['what would part cells in quotes', ['a;b', 'say "so"', 'two\nlines'], '"a;b";"say ""so""";"two\nlines"\r\n'],
  [
    'what begins like a formula as a text',
    ['=1+1', '+34612345678', '@x', '-2', -2],
    "'=1+1;'+34612345678;'@x;'-2;-2\r\n",
  ],
])('writes %s', (_, cells, line) => {
  expect(csvTextLine(cells, 'es')).toBe(line)
})

test('cells are parted by commas where decimals have a point', () => {
  expect(csvTextLine(['a', 'b'], 'en')).toBe('a,b\r\n')
})
