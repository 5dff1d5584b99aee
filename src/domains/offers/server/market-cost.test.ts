import { expect, test } from 'vitest'
import { countHoursOf } from '#vocabulary/market-time.ts'
import { type MarketPrices, marketCostOf, marketPricesOn, pricesWithMarket } from './market-cost.ts'

const hours = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index)
const prices: MarketPrices = new Map([
  ['2026-10-24', hours(24, 0)],
  ['2026-10-25', hours(25, 100)],
  ['2026-10-26', hours(96, 200)],
])

test.each<[string, string, number, 'Europe/Madrid' | 'Atlantic/Canary', number[] | undefined]>([
  ['an hour has its price', '2026-10-24', 24, 'Europe/Madrid', hours(24, 0)],
  ['the hour that the clock repeats has its own', '2026-10-25', 25, 'Europe/Madrid', hours(25, 100)],
  [
    'an hour of quarters has their mean',
    '2026-10-26',
    24,
    'Europe/Madrid',
    hours(24, 0).map((hour) => 201.5 + 4 * hour),
  ],
  [
    'a quarter of an hour has the price of its hour',
    '2026-10-24',
    96,
    'Europe/Madrid',
    hours(24, 0).flatMap((cents) => Array(4).fill(cents)),
  ],
  ['a day of the Canary Islands begins an hour later', '2026-10-24', 24, 'Atlantic/Canary', [...hours(23, 1), 100]],
  [
    'and takes the mean of the quarters of its last hour',
    '2026-10-25',
    25,
    'Atlantic/Canary',
    [...hours(24, 101), 201.5],
  ],
  [
    'whose price repeats the one before until it is published',
    '2026-10-26',
    24,
    'Atlantic/Canary',
    [...hours(23, 1).map((hour) => 201.5 + 4 * hour), 293.5],
  ],
  ['a day that is not published has none', '2026-10-27', 24, 'Europe/Madrid', undefined],
])('%s', (_, day, count, timeZone, expected) => {
  expect(countHoursOf(day, timeZone) === count || count === 96).toBe(true)
  expect(marketPricesOn(day, prices, { count, timeZone })).toEqual(expected)
})

test('the energy of a day costs what the market published for its hours, by tariff period', () => {
  const market = new Map([['2026-10-21', Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 1_000 : 10_000))]])
  const day = { day: '2026-10-21', stepMinutes: 60 as const, importWh: [null, ...Array(23).fill(1_000)] }
  const cost = marketCostOf(day, market, { tariff: '2.0TD', zone: 'peninsula' })!
  // Eight hours each of P1 and P2 at 0.10 euros, and seven of P3 at 0.01.
  expect(cost.map((eur) => Number(eur.toFixed(6)))).toEqual([0.8, 0.8, 0.07])
})

test('a period pays what the product adds and the mean of the market, weighed by the energy', () => {
  const used = { energyWh: [2_000, 0, 500], marketEur: [0.3, 0, -0.01] }
  expect(pricesWithMarket(['0.05', '0.03', '0.01'], used)).toEqual(['0.200000', '0.030000', '-0.010000'])
})
