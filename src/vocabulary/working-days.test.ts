import { expect, test } from 'vitest'
import { addWorkingDays, countWorkingDays, isWorkingDay } from './working-days.ts'

const barcelona = new Set(['2026-04-06', '2026-09-24', '2026-12-26'])

test.each([
  ['2026-11-16', 1, '2026-11-17', 'a Monday is followed by a Tuesday'],
  ['2026-11-20', 1, '2026-11-23', 'a Friday by a Monday'],
  ['2026-11-21', 1, '2026-11-23', 'what begins on a Saturday counts from the Monday'],
  ['2026-11-20', 15, '2026-12-14', 'three weeks, and a day for the 8th of December; the 6th is a Sunday'],
  ['2026-12-24', 5, '2027-01-04', 'over Christmas and New Year'],
  ['2026-04-02', 1, '2026-04-06', 'Good Friday is a holiday everywhere'],
  ['2027-01-05', 1, '2027-01-06', 'Epiphany counts where the place is unknown, so that no deadline ends too late'],
  ['2026-11-20', 0, '2026-11-20', 'nothing is nothing'],
  ['2026-11-23', -1, '2026-11-20', 'the working day before a Monday is a Friday'],
  ['2026-12-14', -15, '2026-11-20', 'backwards over the same holiday'],
])('from %s, %i working days end on %s: %s', (day, count, last, _why) => {
  expect(addWorkingDays(day, count)).toBe(last)
})

test('the holidays of a place count there alone', () => {
  expect(addWorkingDays('2026-04-02', 1, barcelona)).toBe('2026-04-07')
  expect(isWorkingDay('2026-09-24', barcelona)).toBe(false)
  expect(isWorkingDay('2026-09-24')).toBe(true)
})

test.each([
  ['2026-11-20', '2026-11-23', 1],
  ['2026-11-20', '2026-12-14', 15],
  ['2026-11-20', '2026-11-20', 0],
  ['2026-11-20', '2026-11-19', 0],
])('after %s until %s there are %i working days', (day, last, count) => {
  expect(countWorkingDays(day, last)).toBe(count)
})
