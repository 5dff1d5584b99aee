import { expect, test } from 'vitest'
import { addWorkingDays } from './working-days.ts'

test.each([
  ['2026-11-16', 1, '2026-11-17', 'a Monday is followed by a Tuesday'],
  ['2026-11-20', 1, '2026-11-23', 'a Friday by a Monday'],
  ['2026-11-21', 1, '2026-11-23', 'what begins on a Saturday counts from the Monday'],
  ['2026-11-20', 15, '2026-12-14', 'three weeks, and a day for the 8th of December; the 6th is a Sunday'],
  ['2026-12-24', 5, '2027-01-04', 'over Christmas and New Year'],
  ['2026-04-02', 1, '2026-04-03', 'Good Friday counts, so that nobody is answered later than they may be'],
  ['2026-11-20', 0, '2026-11-20', 'nothing is nothing'],
])('from %s, %i working days end on %s: %s', (day, count, last, _why) => {
  expect(addWorkingDays(day, count)).toBe(last)
})
