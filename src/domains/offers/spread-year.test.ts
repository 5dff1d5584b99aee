import { expect, test } from 'vitest'
import { splitYearByMonth } from './spread-year.ts'

const year = { firstDay: '2025-11-21', lastDay: '2026-11-20' }
const parts = splitYearByMonth(year, { energyWh: [1_000_001, 2_000_000, 3_000_000], surplusWh: 2_500_003 })

test('bills a year by calendar months, from its first day to its last', () => {
  expect(parts.map(({ firstDay, lastDay }) => `${firstDay} ${lastDay}`).slice(0, 3)).toEqual([
    '2025-11-21 2025-11-30',
    '2025-12-01 2025-12-31',
    '2026-01-01 2026-01-31',
  ])
  expect([parts.length, parts.at(-1)!.lastDay]).toEqual([13, '2026-11-20'])
})

test('splits a year into parts that add up, by period and in surplus', () => {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  expect([0, 1, 2].map((period) => sum(parts.map(({ energyWh }) => energyWh[period]!)))).toEqual([
    1_000_001, 2_000_000, 3_000_000,
  ])
  expect(sum(parts.map(({ surplusWh }) => surplusWh))).toBe(2_500_003)
})

test('feeds in nearly three times as much in June as in December, as the sun stands at 40° N', () => {
  // Tables of extraterrestrial radiation at 40° N: 14.1 MJ/m² a day in December, 41.9 in June.
  const ofMonth = (month: string) => parts.find(({ firstDay }) => firstDay === `${month}-01`)!.surplusWh
  const perDay = ofMonth('2026-06') / 30 / (ofMonth('2025-12') / 31)
  expect(perDay).toBeGreaterThan(2.7)
  expect(perDay).toBeLessThan(3.1)
})
