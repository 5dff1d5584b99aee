import { expect, test } from 'vitest'
import { calendarDayOf } from './calendar-day.ts'

test.each([
  ['2026-11-20T10:00:00Z', '2026-11-20', 'the usual case'],
  ['2026-11-20T23:30:00Z', '2026-11-21', 'after midnight in Madrid, an hour ahead in winter'],
  ['2026-07-01T22:00:00Z', '2026-07-02', 'midnight itself, two hours ahead in summer'],
  ['2026-12-31T22:59:59Z', '2026-12-31', 'the last second of a year'],
])('at %s it is %s: %s', (instant, day) => {
  expect(calendarDayOf(new Date(instant))).toBe(day)
})
