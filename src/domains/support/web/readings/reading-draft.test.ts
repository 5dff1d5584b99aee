import { expect, test } from 'vitest'
import { parseRegisterValue } from './reading-draft.ts'

test.each([
  ['4821', '4821', 'as most meters show it'],
  ['4821,5', '4821.5', 'with a comma'],
  ['4821.5', '4821.5', 'with a point'],
  ['4.821', '4821', 'with a point for the thousands, for the meter showed 4700 already'],
  ['14 821', '14821', 'with a space for the thousands'],
  [' 4821 ', '4821', 'with spaces round it'],
  ['4.821,5', '4821.5', 'as the portal writes it'],
  ['4,821.5', '4821.5', 'as the portal writes it in English'],
  ['1.234.567', '1234567', 'with several groups'],
  ['48.21', '48.21', 'what is no group is decimals'],
])('parses %j as %s: %s', (text, decimal) => {
  expect(parseRegisterValue(text, { locale: 'es', last: 4_700 })).toEqual({ kind: 'number', decimal })
})

test.each<[text: string, last: number | undefined, kind: string, reason: string]>([
  ['4.821', undefined, 'ambiguous', 'of a meter of which nothing is known both are possible'],
  ['4.821', 2, 'ambiguous', 'a new meter may show either'],
  ['', 4_700, 'empty', 'nothing is no number'],
  ['-3', 4_700, 'invalid', 'no meter shows less than nothing'],
])('parses %j on a meter that last showed %s as %s: %s', (text, last, kind) => {
  expect(parseRegisterValue(text, { locale: 'es', last }).kind).toBe(kind)
})
