import { describe, expect, test } from 'vitest'
import { createDemoCalendar } from './calendar.ts'

describe('the days of a demo with three bills', () => {
  test.each([
    ['2026-11-20', '2026-08-01', '2026-11-17', '2026-10-31', 'in the middle of a month the one before is billed'],
    ['2026-11-06', '2026-08-01', '2026-11-03', '2026-10-31', 'from the sixth on, when all its days have arrived'],
    ['2026-11-05', '2026-07-01', '2026-11-02', '2026-09-30', 'on the fifth the one before that is the newest'],
    ['2027-01-02', '2026-09-01', '2026-12-30', '2026-11-30', 'over the end of a year too'],
    ['2028-03-31', '2027-12-01', '2028-03-28', '2028-02-29', 'a leap year has all its days'],
  ])('created on %s: has curves from %s to %s and bills up to %s, because %s', (today, firstDay, lastDay, billedTo) => {
    const calendar = createDemoCalendar(today, 3)
    expect(calendar).toMatchObject({ today, firstDay, lastDay })
    expect(calendar.months.map(({ age }) => age)).toEqual([2, 1, 0])
    expect(calendar.months.at(-1)!.lastDay).toBe(billedTo)
  })

  test('makes a bill due on the day before the next one', () => {
    const { months } = createDemoCalendar('2026-11-20', 2)
    expect(months.map(({ issuedOn, dueOn }) => [issuedOn, dueOn])).toEqual([
      ['2026-10-06', '2026-11-05'],
      ['2026-11-06', '2026-12-05'],
    ])
  })

  test('counts the last forty days with data as recent', () => {
    expect(createDemoCalendar('2026-11-20', 3).recentFrom).toBe('2026-10-09')
  })
})
