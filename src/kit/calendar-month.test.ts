import { expect, test } from 'vitest'
import { moveDayByKey, weeksOf } from './calendar-month.ts'

test.each([
  ['2026-11', 6, '2026-11-01', 6, 'begins on a Sunday, in six weeks'],
  ['2027-02', 4, '2027-02-01', 0, 'is four whole weeks'],
  ['2028-02', 5, '2028-02-01', 1, 'is that of a leap year'],
])('%s has %i weeks: it %s', (month, count, first, weekday) => {
  const weeks = weeksOf(month)
  expect(weeks).toHaveLength(count)
  expect(weeks[0]!.indexOf(first)).toBe(weekday)
  const days = weeks.flat().filter(Boolean)
  expect(days[0]).toBe(first)
  expect(new Set(days).size).toBe(new Date(Date.UTC(+month.slice(0, 4), +month.slice(5), 0)).getUTCDate())
})

test.each([
  ['ArrowLeft', false, '2026-10-31', 'across the month'],
  ['ArrowRight', false, '2026-11-02', 'the next day'],
  ['ArrowUp', false, '2026-10-25', 'the week before'],
  ['ArrowDown', false, '2026-11-08', 'the week after'],
  ['Home', false, '2026-10-26', 'the Monday of its week'],
  ['End', false, '2026-11-01', 'its Sunday, which it is'],
  ['PageUp', false, '2026-10-01', 'the month before'],
  ['PageDown', true, '2027-11-01', 'the year after'],
  ['a', false, undefined, 'a letter leads nowhere'],
] as const)('%s (with shift %s) moves from 1 November 2026 to %s: %s', (key, isWithShift, day, _) => {
  expect(moveDayByKey('2026-11-01', key, isWithShift)).toBe(day)
})

test('moves to the last day of a shorter month', () => {
  expect(moveDayByKey('2026-03-31', 'PageUp', false)).toBe('2026-02-28')
  expect(moveDayByKey('2028-02-29', 'PageDown', true)).toBe('2029-02-28')
})
