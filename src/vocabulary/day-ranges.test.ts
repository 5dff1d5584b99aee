import { expect, test } from 'vitest'
import { formatIsoDate } from '#kit/date-input.ts'
import { dayRangeOf } from './day-ranges.ts'
import { formatDay } from './format.ts'
import { locales } from './locale.ts'

test.each([
  ['last12Months', '2026-11-23', '2025-11-24', '2026-11-23', 'a year that ends today'],
  ['last12Months', '2028-02-29', '2027-03-01', '2028-02-29', 'a year that ends with a leap day'],
  ['last12Months', '2026-12-31', '2026-01-01', '2026-12-31', 'at the end of the year the same as this year'],
  ['thisYear', '2026-11-23', '2026-01-01', '2026-11-23', 'until today'],
  ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01', 'a single day at its beginning'],
  ['lastYear', '2026-11-23', '2025-01-01', '2025-12-31', 'all of it'],
  ['lastMonth', '2026-01-15', '2025-12-01', '2025-12-31', 'of the year before'],
  ['lastMonth', '2028-03-31', '2028-02-01', '2028-02-29', 'the whole of a shorter month'],
] as const)('%s on %s is %s to %s: %s', (name, today, from, to, _) => {
  expect(dayRangeOf(name, today)).toEqual({ from, to })
})

test.each(locales)('fields show dates in %s as pages do', (locale) => {
  for (const day of ['2026-02-01', '2026-12-31', '1999-10-09'])
    expect(formatIsoDate(day, locale)).toBe(formatDay(day, locale))
})
