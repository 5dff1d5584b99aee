import { describe, expect, test } from 'vitest'
import {
  type Choice,
  doubleTariffsOnOffer,
  happyDaysOnOffer,
  happyHoursOnOffer,
  isChosenUnit,
  isSameChoice,
  type OptionKind,
  startOfChoice,
} from './rules.ts'

describe('the periods of a double tariff', () => {
  const today = '2026-11-20'

  test('begin with one of the next twelve months and are as long as the product says, over the turn of the year', () => {
    const offered = doubleTariffsOnOffer({ monthCount: 3, today, begunOn: null })
    expect(offered).toHaveLength(12)
    expect(offered[0]).toEqual({ startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 })
    expect(offered.at(-1)).toEqual({ startMonth: 11, startYear: 2027, endMonth: 1, endYear: 2028 })
  })

  test.each([
    ['this month', '2026-11-01', { startMonth: 11, startYear: 2027 }],
    ['a year ago, as if there were none', '2025-11-01', { startMonth: 12, startYear: 2026 }],
    ['long ago', '2020-03-01', { startMonth: 12, startYear: 2026 }],
  ])('wait a year after one that began %s', (_, begunOn, expected) => {
    expect(doubleTariffsOnOffer({ monthCount: 3, today, begunOn })[0]).toMatchObject(expected)
  })
})

test('happy hours never reach over midnight', () => {
  const offered = happyHoursOnOffer(3)
  expect(offered).toHaveLength(22)
  expect(offered[0]).toEqual({ startHour: 0, endHour: 3 })
  expect(offered.at(-1)).toEqual({ startHour: 21, endHour: 24 })
})

test('any day of the week may be the happy one', () => {
  expect(happyDaysOnOffer().map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7])
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
  ['a day of the week tomorrow, where the product says so', 'happy_day', { value: 6 }, 'next_day', '2027-01-01'],
])('%s begins', (_, kind, choice, takesEffect, expected) => {
  expect(startOfChoice(kind, choice, { today: '2026-12-31', takesEffect })).toBe(expected)
})

test.each<[string, OptionKind, Choice, number[]]>([
  [
    'months over the turn of the year',
    'double_tariff',
    { startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 },
    [1, 2, 12],
  ],
  ['hours without the one in which they end', 'happy_hours', { startHour: 20, endHour: 23 }, [20, 21, 22]],
  ['the last hours of the day', 'happy_hours', { startHour: 22, endHour: 24 }, [22, 23]],
  ['one day', 'happy_day', { value: 6 }, [6]],
])('what is chosen covers %s', (_, kind, choice, expected) => {
  const units = Array.from({ length: 24 }, (_, unit) => unit).filter(
    (unit) => kind !== 'double_tariff' || (unit > 0 && unit < 13),
  )
  expect(units.filter((unit) => isChosenUnit(kind, choice, unit))).toEqual(expected)
})

test('a choice is the same whatever its day is called', () => {
  expect(isSameChoice('happy_day', { value: 6 }, { value: 6, label: 'sábado' } as Choice)).toBe(true)
  expect(isSameChoice('happy_day', { value: 6 }, { value: 7 })).toBe(false)
})
