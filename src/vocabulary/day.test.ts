import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayCount,
  daysFrom,
  firstOfMonth,
  isMarketDay,
  lastOfMonth,
  monthOf,
  weekdayOf,
} from './day.ts'

const anyDay = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a market day', () => {
  test.each([
    ['2026-11-20', true, 'an ordinary day'],
    ['2024-02-29', true, 'a leap year has a 29 February'],
    ['2026-02-29', false, 'an ordinary year has none'],
    ['2026-02-30', false, 'no year has a 30 February'],
    ['2026-13-01', false, 'there is no thirteenth month'],
    ['2026-11-31', false, 'November has thirty days'],
    ['2026-11-00', false, 'days count from 1'],
    ['2026-1-2', false, 'month and day take two digits'],
    ['20/11/2026', false, 'the Spanish order is for people'],
    ['2026-11-20T00:00', false, 'a time is not part of a day'],
    [' 2026-11-20', false, 'spaces are trimmed where text comes in, not here'],
    ['', false, 'nothing is not a day'],
  ])('%s is valid: %s, because %s', (text, expected) => {
    expect(isMarketDay(text)).toBe(expected)
  })
})

test.each([
  ['2026-12-31', 1, '2027-01-01', 'over the end of a year'],
  ['0999-12-31', 1, '1000-01-01', 'years have four digits'],
  ['0998-12-31', 1, '0999-01-01', 'and zeros in front'],
  ['2024-03-01', -1, '2024-02-29', 'back into a leap day'],
  ['2026-03-28', 2, '2026-03-30', 'the short day of the clock change is one day all the same'],
  ['2026-10-24', 2, '2026-10-26', 'and so is the long one'],
])('%s plus %i days is %s: %s', (day, count, expected) => {
  expect(addDays(day, count)).toBe(expected)
})

test.each([
  ['2026-01-31', 1, '2026-02-28', 'the end of a longer month lands on the end of a shorter one'],
  ['2024-01-31', 1, '2024-02-29', 'which is the 29th in a leap year'],
  ['2026-11-20', 2, '2027-01-20', 'over the end of a year'],
  ['2026-03-31', -1, '2026-02-28', 'backwards too'],
  ['2026-11-20', -12, '2025-11-20', 'a year earlier'],
])('%s plus %i months is %s: %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected)
})

test.each([
  ['2026-11-20', '2026-11', '2026-11-01', '2026-11-30'],
  ['2024-02-10', '2024-02', '2024-02-01', '2024-02-29'],
  ['2026-12-31', '2026-12', '2026-12-01', '2026-12-31'],
])('%s is in %s, which runs from %s to %s', (day, month, first, last) => {
  expect([monthOf(day), firstOfMonth(day), lastOfMonth(day)]).toEqual([month, first, last])
})

test.each([
  ['2026-11-16', 1, 'a Monday'],
  ['2026-11-21', 6, 'a Saturday'],
  ['2026-11-22', 7, 'Sunday closes the week'],
])('%s is weekday %i, %s', (day, expected) => {
  expect(weekdayOf(day)).toBe(expected)
})

describe('a range of days', () => {
  test.each([
    ['2026-02-27', '2026-03-02', ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'], 'both ends belong to it'],
    ['2026-11-20', '2026-11-20', ['2026-11-20'], 'one day is a range'],
    ['2026-11-20', '2026-11-19', [], 'a range cannot run backwards'],
  ])('from %s to %s is %j: %s', (first, last, expected) => {
    expect(daysFrom(first, last)).toEqual(expected)
  })

  test('has as many days as dayCount returns', () => {
    expect(dayCount('2024-01-01', '2024-12-31')).toBe(366)
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (first, more) => {
        expect(daysFrom(first, addDays(first, more))).toHaveLength(more + 1)
      }),
    )
  })
})

test('adding and subtracting days ends on the same day', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -20_000, max: 20_000 }), (day, count) => {
      expect(addDays(addDays(day, count), -count)).toBe(day)
    }),
  )
})
