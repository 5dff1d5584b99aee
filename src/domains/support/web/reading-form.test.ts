import { expect, test } from 'vitest'
import { thousandthsTyped } from './reading-form.ts'

test.each([
  ['4821', 4_821_000, 'as most meters show it'],
  ['4821,5', 4_821_500, 'with a comma'],
  ['4821.5', 4_821_500, 'with a point'],
  ['4.821', 4_821_000, 'with a point for the thousands'],
  ['14 821', 14_821_000, 'with a space for the thousands'],
  [' 4821 ', 4_821_000, 'with spaces round it'],
  ['4.821,5', 4_821_500, 'as the portal writes it'],
  ['4,821.5', 4_821_500, 'as the portal writes it in English'],
  ['1.234.567', 1_234_567_000, 'with several groups'],
  ['48.21', 48_210, 'what is no group is decimals'],
  ['', null, 'nothing is no number'],
  ['-3', null, 'no meter shows less than nothing'],
])('%j is %s thousandths: %s', (text, thousandths, _why) => {
  expect(thousandthsTyped(text)).toBe(thousandths)
})
