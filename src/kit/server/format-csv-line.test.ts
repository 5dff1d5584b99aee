import { expect, test } from 'vitest'
import { escapeFormula, formatCsvLine } from './format-csv-line.ts'

test.each([
  ['plain cells unchanged', ['Eva', 12, null], 'Eva;12;\r\n'],
  ['cells with separators in quotes', ['a;b', 'say "so"', 'two\nlines'], '"a;b";"say ""so""";"two\nlines"\r\n'],
  ['formula-like cells as text', ['=1+1', '+34612345678', '@x', '-2', -2], "'=1+1;'+34612345678;'@x;'-2;-2\r\n"],
])('writes %s', (_, cells, line) => {
  expect(formatCsvLine(cells, 'es')).toBe(line)
})

test('separates cells with commas where decimals have a point', () => {
  expect(formatCsvLine(['a', 'b'], 'en')).toBe('a,b\r\n')
})

test.each([
  ['a full-width equals sign', '＝1+1'],
  ['a full-width plus', '＋34'],
  ['a full-width minus', '－2'],
  ['a full-width at', '＠SUM(A1)'],
  ['a small equals sign', '﹦1'],
  ['a tab', '\t=1'],
  ['a carriage return', '\r=1'],
  ['a line feed', '\n=1'],
  ['a line feed before plain text', '\nHola'],
  ['spaces before the sign', '  =1'],
  ['a no-break space before the sign', '\u00a0=1'],
  ['a quote before the sign', '"=1'],
  ['an apostrophe and a space before the sign', "' =1"],
  ['an invisible character before the sign', '\u200b=1'],
  ['a NUL character before the sign', '\u0000=1'],
])('keeps a text that begins with %s as text', (_, text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

test.each([' Eva', 'a=b', "l'Hospitalet", '"Ca la Mar"', '＃1', '2026-11-20', ''])('leaves %j unchanged', (text) => {
  expect(escapeFormula(text)).toBe(text)
})
