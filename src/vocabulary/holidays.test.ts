import { expect, test } from 'vitest'
import { easterSunday, isNationalHoliday } from './holidays.ts'

test.each([
  [1961, '1961-04-02'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2011, '2011-04-24'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
])('Easter Sunday of %i is %s', (year, day) => {
  expect(easterSunday(year)).toBe(day)
})

test.each([
  ['2026-01-01', true, 'New Year'],
  ['2026-01-06', false, 'Epiphany can be replaced by a region'],
  ['2026-04-02', false, 'Maundy Thursday can be replaced by a region'],
  ['2026-04-03', true, 'Good Friday'],
  ['2027-03-26', true, 'Good Friday of another year'],
  ['2026-04-06', false, 'Easter Monday is a holiday of some regions'],
  ['2026-05-01', true, 'Labour Day'],
  ['2026-08-15', true, 'the Assumption'],
  ['2026-10-12', true, 'the national day'],
  ['2026-11-01', true, 'All Saints'],
  ['2026-11-02', false, 'the Monday after a holiday on a Sunday is for regions to decide'],
  ['2026-12-06', true, 'Constitution Day'],
  ['2026-12-08', true, 'the Immaculate Conception'],
  ['2026-12-25', true, 'Christmas'],
  ['2026-12-26', false, 'Saint Stephen is a holiday of some regions'],
])('%s: a holiday in all of Spain %s: %s', (day, isHoliday, _why) => {
  expect(isNationalHoliday(day)).toBe(isHoliday)
})
