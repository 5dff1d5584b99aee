import { expect, test } from 'vitest'
import { correctionPartCount, wholeMonthsBetween } from './bill-correction.ts'

test.each([
  ['2026-06-15', '2026-06-15', 0, 'the same day'],
  ['2026-06-15', '2026-07-14', 0, 'a day short of a month'],
  ['2026-06-15', '2026-07-15', 1, 'a month from date to date'],
  ['2026-01-31', '2026-02-28', 1, 'a month that has no such day ends with it'],
  ['2025-12-01', '2026-11-30', 11, 'a day short of a year'],
  ['2025-11-28', '2026-11-28', 12, 'a year'],
  ['2027-01-01', '2026-01-01', 0, 'none backwards'],
])('from %s to %s are %i whole months: %s', (first, last, count, _why) => {
  expect(wholeMonthsBetween(first, last)).toBe(count)
})

test.each([
  ['2026-11-01', '2026-11-20', 12, 1, 'less than a month: the bill itself'],
  ['2026-10-01', '2026-11-20', 12, 1, 'one month: the bill itself'],
  ['2026-05-01', '2026-11-20', 12, 6, 'as many as months'],
  ['2024-01-01', '2026-11-20', 12, 12, 'a year at most'],
  ['2024-01-01', '2026-11-20', 6, 6, 'another limit of a later norm'],
])('an error of %s corrected on %s is paid in up to %i parts as %i: %s', (errorOn, correctedOn, max, count, _why) => {
  expect(correctionPartCount({ errorOn, correctedOn }, max)).toBe(count)
})
