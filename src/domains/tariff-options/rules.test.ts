import { describe, expect, test } from 'vitest'
import {
  type Choice,
  computeChoiceStart,
  isChosenUnit,
  isSameChoice,
  listDoubleTariffChoices,
  listHappyDayChoices,
  listHappyHourChoices,
  type OptionKind,
} from './rules.ts'

describe('the periods of a double tariff', () => {
  const today = '2026-11-20'

  test('begin in one of the next twelve months and have the length of the product, across the turn of the year', () => {
    const offered = listDoubleTariffChoices({ monthCount: 3, today, begunOn: null })
    expect(offered).toHaveLength(12)
    expect(offered[0]).toEqual({ startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 })
    expect(offered.at(-1)).toEqual({ startMonth: 11, startYear: 2027, endMonth: 1, endYear: 2028 })
  })

  test.each([
    ['this month', '2026-11-01', { startMonth: 11, startYear: 2027 }],
    ['a year ago, as if there were none', '2025-11-01', { startMonth: 12, startYear: 2026 }],
    ['long ago', '2020-03-01', { startMonth: 12, startYear: 2026 }],
  ])('begin a year after one that began %s', (_, begunOn, expected) => {
    expect(listDoubleTariffChoices({ monthCount: 3, today, begunOn })[0]).toMatchObject(expected)
  })
})

test('offers no happy hours across midnight', () => {
  const offered = listHappyHourChoices(3)
  expect(offered).toHaveLength(22)
  expect(offered[0]).toEqual({ startHour: 0, endHour: 3 })
  expect(offered.at(-1)).toEqual({ startHour: 21, endHour: 24 })
})

test('offers every day of the week as happy day', () => {
  expect(listHappyDayChoices().map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each<[string, OptionKind, Choice, 'next_month' | 'next_day', string]>([
  [
    'a period with its first month',
    'double_tariff',
    { startMonth: 2, startYear: 2027, endMonth: 4, endYear: 2027 },
    'next_day',
    '2027-02-01',
  ],
  ['hours with the next month', 'happy_hours', { startHour: 20, endHour: 23 }, 'next_month', '2027-01-01'],
  ['a weekday tomorrow, where the product allows it', 'happy_day', { value: 6 }, 'next_day', '2027-01-01'],
])('starts %s', (_, kind, choice, takesEffect, expected) => {
  expect(computeChoiceStart(kind, choice, { today: '2026-12-31', takesEffect })).toBe(expected)
})

const unitRanges = { double_tariff: [1, 12], happy_hours: [0, 23], happy_day: [1, 7] } as const

test.each<[string, OptionKind, Choice, number[]]>([
  [
    'months across the turn of the year',
    'double_tariff',
    { startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 },
    [1, 2, 12],
  ],
  ['hours without the one at which they end', 'happy_hours', { startHour: 20, endHour: 23 }, [20, 21, 22]],
  ['the last hours of the day', 'happy_hours', { startHour: 22, endHour: 24 }, [22, 23]],
  ['a single day', 'happy_day', { value: 6 }, [6]],
])('a choice covers %s', (_, kind, choice, expected) => {
  const [first, last] = unitRanges[kind]
  const units = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  expect(units.filter((unit) => isChosenUnit(kind, choice, unit))).toEqual(expected)
})

test('two choices of the same day are equal, whether or not they name it', () => {
  expect(isSameChoice('happy_day', { value: 6 }, { value: 6, label: 'sábado' } as Choice)).toBe(true)
  expect(isSameChoice('happy_day', { value: 6 }, { value: 7 })).toBe(false)
})
