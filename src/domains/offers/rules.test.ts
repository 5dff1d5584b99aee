import { expect, test } from 'vitest'
import { daysFrom } from '#vocabulary/day.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { energyPeriodAt, energyPeriodCount } from '#vocabulary/tariff-periods.ts'
import {
  calculateElectricityYearCents,
  calculateGasYearCents,
  fillPowersByPeriod,
  hoursByPeriod,
  spreadEvenlyByPeriod,
} from './rules.ts'

const prices = {
  powerPerKw: [
    { per: 'year', eur: '30' },
    { per: 'year', eur: '2' },
  ],
  energyEurPerKwh: ['0.20', '0.15', '0.10'],
  surplusEurPerKwh: null,
  discounts: {},
} as const
const year = { zone: 'peninsula', today: '2026-10-31', regulatedPrices } as const

test('bills a year of electricity by its days, with all taxes', () => {
  const cents = calculateElectricityYearCents(year, {
    powerWatts: [4_000, 4_000],
    energyWh: [1_000_000, 1_000_000, 1_000_000],
    prices,
  })
  // 4 kW × 32 € = 128 € and 450 € of energy are 578 €; the social bonus, 5.11269632 %, the meter and 21 % come on top.
  expect(cents).toBeGreaterThan(57_800 * 1.0511 * 1.21)
  expect(cents).toBeLessThan((57_800 + 900) * 1.0512 * 1.21 + 1_300 * 1.21)
})

test('charges more for twice the energy, and still charges the power without consumption', () => {
  const of = (wh: number) =>
    calculateElectricityYearCents(year, { powerWatts: [4_000, 4_000], energyWh: [wh, wh, wh], prices })!
  expect(of(0)).toBeGreaterThan(12_800)
  // 450 € with the electricity tax and VAT, but for a cent of rounding.
  expect(of(1_000_000) - of(0)).toBeCloseTo(45_000 * 1.0511269632 * 1.21, -1)
})

test('returns no total where the tax of the place is not known', () => {
  const inCeuta = { ...year, zone: 'ceuta' } as const
  expect(calculateElectricityYearCents(inCeuta, { powerWatts: [4_000, 4_000], energyWh: [1, 1, 1], prices })).toBeNull()
})

test('returns gas with its taxes where they are known', () => {
  const gas = { fixed: { per: 'year', eur: '60' }, variableEurPerKwh: '0.06', discounts: {} } as const
  const use = { energyWh: 10_000_000, prices: gas }
  expect(calculateGasYearCents({ ...year, zone: 'melilla' }, use)).toBeNull()
  // (60 € + 600 € + 23.40 €) × 1.21
  expect(calculateGasYearCents(year, use)).toBeCloseTo(82_691, -1)
})

test.each([
  ['2.0TD', 3],
  ['3.0TD', 6],
] as const)('spreads an even year of %s over its %i periods without losing a Wh', (tariff, periods) => {
  const parts = spreadEvenlyByPeriod({ tariff, zone: 'peninsula', today: '2026-10-31' }, 3_000_001)
  expect(parts).toHaveLength(periods)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(3_000_001)
  // Nights and weekends are more than half of all hours.
  expect(parts.at(-1)! / 3_000_001).toBeGreaterThan(0.5)
})

test.each(
  (['2.0TD', '3.0TD', '6.1TD'] as const).flatMap((tariff) =>
    (['peninsula', 'baleares', 'canarias', 'ceuta', 'melilla'] as const).map((zone) => [tariff, zone] as const),
  ),
)('the hours of a year of %s in %s are those of each of its hours', (tariff, zone) => {
  const today = '2026-10-31'
  const hours = Array.from({ length: energyPeriodCount(tariff) }, () => 0)
  for (const day of daysFrom('2025-11-01', today))
    for (let hour = 0; hour < 24; hour++) hours[energyPeriodAt({ tariff, zone, day, hour }) - 1]!++
  expect(hoursByPeriod({ tariff, zone, today })).toEqual(hours)
})

test.each<[Parameters<typeof fillPowersByPeriod>[0], [number, ...(number | null)[]], number[] | null, string]>([
  ['2.0TD', [4_600], [4_600, 4_600], 'one holds for both'],
  ['2.0TD', [3_300, 4_600, null], [3_300, 4_600], 'each its own'],
  ['2.0TD', [3_300, 4_600, 5_000], null, 'there is no P3'],
  [
    '3.0TD',
    [10_000, null, 20_000, null, null, 30_000],
    [10_000, 10_000, 20_000, 20_000, 20_000, 30_000],
    'that before',
  ],
])('fills the powers of %s from %j to %j: %s', (tariff, stated, powers) => {
  expect(fillPowersByPeriod(tariff, stated)).toEqual(powers)
})
