import { expect, test } from 'vitest'
import { calendarDayOf, countHours } from './calendar-day.ts'
import { daysFrom } from './day.ts'
import { countHoursOf } from './market-time.ts'

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20', 'the usual case'],
  ['2026-11-20T23:30:00Z', '2026-11-21', 'after midnight in Madrid, an hour ahead in winter'],
  ['2026-07-01T22:00:00Z', '2026-07-02', 'midnight itself, two hours ahead in summer'],
  ['2026-12-31T22:59:59Z', '2026-12-31', 'the last second of a year'],
])('returns for %s the day %s: %s', (instant, day) => {
  expect(calendarDayOf(new Date(instant))).toBe(day)
})

test.each([
  ['2026-06-01', '2026-06-01', 24, 'a day'],
  ['2026-06-01', '2026-06-30', 720, 'a month without a change'],
  ['2026-03-29', '2026-03-29', 23, 'the day on which the clocks go forward'],
  ['2026-03-01', '2026-03-31', 743, 'its month'],
  ['2026-03-30', '2026-04-05', 168, 'the week after'],
  ['2026-10-25', '2026-10-25', 25, 'the day on which they go back'],
  ['2026-10-01', '2026-10-31', 745, 'its month'],
  ['2026-03-01', '2026-10-31', 245 * 24, 'both changes'],
])('from %s to %s, counts %i hours: %s', (first, last, hours) => {
  expect(countHours(first, last)).toBe(hours)
})

test('gives each day the length that the time zone library gives', () => {
  for (const day of daysFrom('2024-01-01', '2027-12-31'))
    expect(countHours(day, day), day).toBe(countHoursOf(day, 'Europe/Madrid'))
})
