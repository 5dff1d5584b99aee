import { expect, test } from 'vitest'
import { locales } from '#vocabulary/locale.ts'
import { formatIsoDate, parseDateInput, toIsoDateOrText } from './date-input.ts'

test.each([
  ['1/2/26', '2026-02-01', 'as it is said, the day first'],
  ['01-02-2026', '2026-02-01', 'with dashes'],
  ['1.2.2026', '2026-02-01', 'with points, as in German'],
  ['1. 2. 2026', '2026-02-01', 'with points and spaces, as German also writes it'],
  ['1 2 2026', '2026-02-01', 'with spaces'],
  ['1,2,2026', '2026-02-01', 'with commas, the only mark of some telephones beside digits'],
  [' 1 / 2 / 2026 ', '2026-02-01', 'with spaces around the marks'],
  ['2026-02-01', '2026-02-01', 'ISO'],
  ['2026/2/1', '2026-02-01', 'the year first, without zeros'],
  ['20260201', '2026-02-01', 'ISO without marks'],
  ['01022026', '2026-02-01', 'the day first without marks: as a year 0102 nobody means it'],
  ['20122026', '2026-12-20', 'the day first without marks: 2012 has no month 20'],
  ['010226', '2026-02-01', 'six digits, the day first'],
  ['29/2/2028', '2028-02-29', 'a day of leap years'],
  ['31/12/69', '2069-12-31', 'the last year that two digits mean from now on'],
  ['1/1/70', '1970-01-01', 'the first that they mean as past'],
])('reads %s as the day %s: %s', (text, iso) => {
  expect(parseDateInput(text)).toEqual({ kind: 'date', iso })
  expect(toIsoDateOrText(text)).toBe(iso)
})

test.each([
  ['29/2/2026', 'a day that this year has not'],
  ['31/4/2026', 'a day that the month has not'],
  ['12/31/2026', 'a month that no year has: the month is never first'],
  ['0/1/2026', 'a day that nothing has'],
  ['1/2', 'without a year nobody knows which'],
  ['1/2/026', 'a year of three digits'],
  ['1/2/1850', 'a year that nobody means'],
  ['1/2/2026/3', 'too many parts'],
  ['1/2/2026.', 'a mark too many'],
  ['mañana', 'words'],
  ['1/feb/2026', 'a month in words'],
  ['2026', 'a year alone'],
])('rejects %s as a day: %s', (text) => {
  expect(parseDateInput(text)).toEqual({ kind: 'invalid' })
  expect(toIsoDateOrText(text)).toBe(text)
})

test.each([
  ['11/2026', '2026-11', 'as it is printed'],
  ['11.2026', '2026-11', 'as in German'],
  ['1/26', '2026-01', 'short'],
  ['2026-11', '2026-11', 'ISO'],
  ['202611', '2026-11', 'ISO without a mark'],
  ['112026', '2026-11', 'the month first without a mark'],
  ['30/11/2026', '2026-11', 'the month of a whole date'],
])('reads %s as the month %s: %s', (text, iso) => {
  expect(parseDateInput(text, 'month')).toEqual({ kind: 'date', iso })
})

test.each(['13/2026', '2026', '11', '0/2026', '31/11/2026'])('rejects %s as a month', (text) => {
  expect(parseDateInput(text, 'month')).toEqual({ kind: 'invalid' })
})

test.each([
  ['ca', '01/02/2026', '02/2026'],
  ['es', '01/02/2026', '02/2026'],
  ['en', '01/02/2026', '02/2026'],
  ['gl', '01/02/2026', '02/2026'],
  ['fr', '01/02/2026', '02/2026'],
  ['de', '01.02.2026', '02.2026'],
] as const)('in %s, writes 1 February 2026 as %s and its month as %s, and reads both back', (locale, day, month) => {
  expect(formatIsoDate('2026-02-01', locale)).toBe(day)
  expect(formatIsoDate('2026-02', locale)).toBe(month)
  expect(toIsoDateOrText(day)).toBe('2026-02-01')
  expect(toIsoDateOrText(month, 'month')).toBe('2026-02')
})

test('leaves an invalid date as it was typed and treats blank text as empty', () => {
  for (const locale of locales) expect(formatIsoDate('31/2/26', locale)).toBe('31/2/26')
  expect(parseDateInput('  ')).toEqual({ kind: 'empty' })
})
