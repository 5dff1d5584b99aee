import { expect, test } from 'vitest'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import { electricityYearCents, evenlyByPeriod, gasYearCents, powersByPeriod } from './rules.ts'

const prices = {
  powerPerKw: [
    { per: 'year', eur: '30' },
    { per: 'year', eur: '2' },
  ],
  energyEurPerKwh: ['0.20', '0.15', '0.10'],
  surplusEurPerKwh: null,
  discounts: {},
} as const
const year = { zone: 'peninsula', today: '2026-10-31', figures: regulatedFigures } as const

test('a year of electricity is the bill of its days with all taxes', () => {
  const cents = electricityYearCents(year, {
    powerWatts: [4_000, 4_000],
    energyWh: [1_000_000, 1_000_000, 1_000_000],
    prices,
  })
  // 4 kW × 32 € = 128 € and 450 € of energy are 578 €; the social bonus, 5.11269632 %, the meter and 21 % come on top.
  expect(cents).toBeGreaterThan(57_800 * 1.0511 * 1.21)
  expect(cents).toBeLessThan((57_800 + 900) * 1.0512 * 1.21 + 1_300 * 1.21)
})

test('twice the energy costs more, and nothing used still costs the power', () => {
  const of = (wh: number) => electricityYearCents(year, { powerWatts: [4_000, 4_000], energyWh: [wh, wh, wh], prices })!
  expect(of(0)).toBeGreaterThan(12_800)
  // 450 € with the electricity tax and VAT, but for a cent of rounding.
  expect(of(1_000_000) - of(0)).toBeCloseTo(45_000 * 1.0511269632 * 1.21, -1)
})

test('where the tax of the place is not known no sum is told', () => {
  const inCeuta = { ...year, zone: 'ceuta' } as const
  expect(electricityYearCents(inCeuta, { powerWatts: [4_000, 4_000], energyWh: [1, 1, 1], prices })).toBeNull()
})

test('gas is told with its taxes, where they are known', () => {
  const gas = { fixed: { per: 'year', eur: '60' }, variableEurPerKwh: '0.06', discounts: {} } as const
  const use = { energyWh: 10_000_000, prices: gas }
  expect(gasYearCents({ ...year, zone: 'melilla' }, use)).toBeNull()
  // (60 € + 600 € + 23.40 €) × 1.21
  expect(gasYearCents(year, use)).toBeCloseTo(82_691, -1)
})

test.each([
  ['2.0TD', 3],
  ['3.0TD', 6],
] as const)('an even year of %s is spread over its %i periods and adds up', (tariff, periods) => {
  const parts = evenlyByPeriod({ tariff, zone: 'peninsula', today: '2026-10-31' }, 3_000_001)
  expect(parts).toHaveLength(periods)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(3_000_001)
  // Nights and weekends are more than half of all hours.
  expect(parts.at(-1)! / 3_000_001).toBeGreaterThan(0.5)
})

test.each<[Parameters<typeof powersByPeriod>[0], [number, ...(number | null)[]], number[] | null, string]>([
  ['2.0TD', [4_600], [4_600, 4_600], 'one holds for both'],
  ['2.0TD', [3_300, 4_600, null], [3_300, 4_600], 'each its own'],
  ['2.0TD', [3_300, 4_600, 5_000], null, 'there is no P3'],
  [
    '3.0TD',
    [10_000, null, 20_000, null, null, 30_000],
    [10_000, 10_000, 20_000, 20_000, 20_000, 30_000],
    'that before',
  ],
])('the powers of %s told as %j are %j: %s', (tariff, told, powers) => {
  expect(powersByPeriod(tariff, told)).toEqual(powers)
})
