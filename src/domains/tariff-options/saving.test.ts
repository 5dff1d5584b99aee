import { describe, expect, test } from 'vitest'
import { daysFrom } from '#vocabulary/day.ts'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { computeSavingCents, sumChosenEnergy } from './saving.ts'
import { type HourlyUsage, listHourlyUsage } from './usage.ts'

const madrid = 'Europe/Madrid'
const aDay = (day: string, wh = 100) => ({
  day,
  stepMinutes: 60,
  importWh: Array.from({ length: countIntervalsOf(day, 60, madrid) }, () => wh),
})

describe('the saving of a choice', () => {
  const year = listHourlyUsage(
    daysFrom('2025-12-01', '2026-11-30').map((day) => aDay(day, 1000)),
    madrid,
  )
  const evening = { kind: 'happy_hours', choice: { startHour: 20, endHour: 23 } } as const

  test.each([
    // 365 days of 3 kWh at 0.20 €: 219.00 €, a quarter of it.
    ['counts hours of every day', evening, '0.2', '25', 5475],
    // 52 Saturdays of 24 kWh at 0.10 €: 124.80 €.
    ['counts a day of every week', { kind: 'happy_day', choice: { value: 6 } } as const, '0.1', '10', 1248],
    // December to February, 90 days of 24 kWh at 0.15 €: 324.00 €.
    [
      'counts months across the turn of the year',
      { kind: 'double_tariff', choice: { startMonth: 12, startYear: 2026, endMonth: 2, endYear: 2027 } } as const,
      '0.15',
      '12.5',
      4050,
    ],
  ])('%s', (_, chosen, price, discountPercent, expected) => {
    expect(computeSavingCents({ ...chosen, hours: year, priceOf: () => price, discountPercent })).toBe(expected)
  })

  test('uses the price of each day', () => {
    const priceOf = ({ day }: HourlyUsage) => (day < '2026-01-01' ? '0.1' : '0.2')
    // 31 days of 3 kWh at 0.10 €, 334 at 0.20 €: 9.30 € and 200.40 €.
    expect(computeSavingCents({ ...evening, hours: year, priceOf, discountPercent: '10' })).toBe(2097)
  })

  test('is null without prices or energy', () => {
    expect(computeSavingCents({ ...evening, hours: year, priceOf: () => null, discountPercent: '10' })).toBeNull()
    expect(computeSavingCents({ ...evening, hours: [], priceOf: () => '0.1', discountPercent: '10' })).toBeNull()
  })
})

describe('the energy of a bill that is cheaper by choice', () => {
  const hours = listHourlyUsage(
    [...daysFrom('2026-09-28', '2026-10-05')].map((day) => aDay(day)),
    madrid,
  )
  const periodOf = ({ hour }: HourlyUsage) => (hour < 8 ? 3 : hour < 20 ? 2 : 1) as 1 | 2 | 3
  const months = (startMonth: number, endMonth: number) => ({ startMonth, startYear: 2026, endMonth, endYear: 2026 })

  test.each([
    ['is zero without a choice', 'happy_hours', [], [0, 0, 0]],
    [
      'covers two hours of every day, in two periods',
      'happy_hours',
      [{ startsOn: '2026-01-01', choice: { startHour: 7, endHour: 9 } }],
      [0, 800, 800],
    ],
    [
      'covers other hours from the first of October on',
      'happy_hours',
      [
        { startsOn: '2026-10-01', choice: { startHour: 20, endHour: 21 } },
        { startsOn: '2026-01-01', choice: { startHour: 7, endHour: 8 } },
      ],
      [500, 0, 300],
    ],
    [
      'covers a Thursday from the day after the choice on',
      'happy_day',
      [{ startsOn: '2026-09-30', choice: { value: 4 } }],
      [400, 1200, 800],
    ],
    [
      'covers the chosen months until they end',
      'double_tariff',
      [{ startsOn: '2026-08-01', choice: months(8, 9) }],
      [1200, 3600, 2400],
    ],
    [
      'does not cover months of a year ago unless they are chosen again',
      'double_tariff',
      [{ startsOn: '2025-09-01', choice: { ...months(9, 12), startYear: 2025, endYear: 2025 } }],
      [0, 0, 0],
    ],
  ] as const)('%s', (_, kind, choices, expected) => {
    expect(sumChosenEnergy({ kind, choices, hours, periodOf, periodCount: 3 })).toEqual(expected)
  })
})
