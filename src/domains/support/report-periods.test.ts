import { expect, test } from 'vitest'
import { quarterBefore, yearBefore } from './report-periods.ts'

test.each([
  ['2026-11-28', { name: '2026-3', until: '2026-10-01' }],
  ['2027-01-01', { name: '2026-4', until: '2027-01-01' }],
  ['2026-03-31', { name: '2025-4', until: '2026-01-01' }],
  ['2026-04-01', { name: '2026-1', until: '2026-04-01' }],
])('before %s the quarter was %o', (day, quarter) => expect(quarterBefore(day)).toEqual(quarter))

test.each([
  ['2026-12-31', { name: '2025', until: '2026-01-01' }],
  ['2027-01-01', { name: '2026', until: '2027-01-01' }],
])('before %s the year was %o', (day, year) => expect(yearBefore(day)).toEqual(year))
