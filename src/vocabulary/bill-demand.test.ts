import { describe, expect, test } from 'vitest'
import {
  createExcessLines,
  createReactiveLines,
  excessOfQuarterHours,
  hasExcessPrices,
  isBilledByQuarterHours,
  type PowerDemand,
  powerFactorOf,
  reactiveExcessOf,
} from './bill-demand.ts'
import { computeElectricityBill } from './bill-electricity.ts'
import { printBill, september } from './bill-testing.ts'
import { decimalFromCents } from './money.ts'
import { regulatedPrices } from './regulated-prices.ts'
import type { EnergyTariff } from './tariff-periods.ts'

const range = { firstDay: '2026-09-01', lastDay: '2026-09-30' }
const six = [20_000, 20_000, 20_000, 20_000, 20_000, 20_000]

describe('power above the contracted one', () => {
  test.each<[string, { tariff: EnergyTariff; powerWatts: number[]; demand: PowerDemand }, string, string]>([
    [
      'a highest power of a period above its contracted power',
      { tariff: '3.0TD', powerWatts: six, demand: { by: 'maximeter', highestWatts: [22_500, 19_000, 0, 0, 0, 0] } },
      'P1 2.5 × 30 × 0.171373 = 12.85',
      '2.5 kW × 30 days × 0.171373 = 12.852975',
    ],
    [
      'a home with a maximeter, up to 15 kW',
      { tariff: '2.0TD', powerWatts: [4_600, 4_600], demand: { by: 'maximeter', highestWatts: [5_100, 6_600] } },
      'P1 0.5 × 30 × 0.279426 = 4.19, P2 2 × 30 × 0.005316 = 0.32',
      '0.5 × 30 × 0.279426 = 4.19139; 2 × 30 × 0.005316 = 0.31896',
    ],
    [
      'exactly the contracted power',
      { tariff: '3.0TD', powerWatts: six, demand: { by: 'maximeter', highestWatts: six } },
      '',
      'nothing is above it, and there is no tolerance of 5 % since June 2021',
    ],
    [
      'quarter hours above 50 kW of contracted power',
      {
        tariff: '6.1TD',
        powerWatts: [100_000, 100_000, 100_000, 100_000, 100_000, 120_000],
        demand: { by: 'quarter_hours', excessKw: ['50', '0', '0', '12.5', '0', '0'] },
      },
      'P1 50 × 3.431797 = 171.59, P4 12.5 × 0.478581 = 5.98',
      '50 × 3.431797 = 171.58985; 12.5 × 0.478581 = 5.9822625',
    ],
  ])('is charged for %s', (_, supply, expected) => {
    const lines = createExcessLines(range, supply, regulatedPrices)
    const print = lines.map(({ period, quantity, days, unitPrice, amountCents }) =>
      [`P${period} ${quantity}`, days, `${unitPrice} = ${decimalFromCents(amountCents)}`]
        .filter((part) => part !== null)
        .join(' × '),
    )
    expect(print.join(', ')).toBe(expected)
  })

  test('is split where its price changes', () => {
    const days = { firstDay: '2025-12-20', lastDay: '2026-01-10' }
    const demand: PowerDemand = { by: 'maximeter', highestWatts: [21_000, 0, 0, 0, 0, 0] }
    const lines = createExcessLines(days, { tariff: '3.0TD', powerWatts: six, demand }, regulatedPrices)
    expect(lines.map((line) => [line.firstDay, line.days, line.unitPrice, line.figure?.validFrom])).toEqual([
      ['2025-12-20', 12, '0.168944', '2025-04-01'],
      ['2026-01-01', 10, '0.171373', '2026-01-01'],
    ])
  })

  test.each<[string, number[], string]>([
    ['one quarter hour of 10 kW too much', [110_000], '10'],
    ['two of 30 and 40 kW: the root of 900 + 1600', [130_000, 140_000], '50'],
    ['those below the contracted power do not count', [0, 99_999, 100_000], '0'],
  ])('of quarter hours: %s', (_, quarterHours, expected) => {
    expect(excessOfQuarterHours(100_000, quarterHours)).toBe(expected)
  })

  test.each([
    [[50_000, 50_000], false, 'type 4, up to 50 kW'],
    [[50_000, 50_001], true, 'type 3'],
  ])('of %j W by quarter hours: %s, %s', (powerWatts, expected) => {
    expect(isBilledByQuarterHours(powerWatts)).toBe(expected)
  })

  test.each([
    ['2025-03-31', false, 'another formula applied'],
    ['2025-04-01', true, 'its first day'],
    ['2026-12-31', true, 'the last day of the prices of 2026'],
    ['2027-01-01', false, 'nobody has set them yet'],
  ])('has a known price on %s: %s, %s', (day, expected) => {
    const days = { firstDay: day, lastDay: day }
    expect(hasExcessPrices(days, { tariff: '3.0TD', powerWatts: six }, regulatedPrices)).toBe(expected)
  })
})

describe('reactive energy', () => {
  test.each<[energyWh: number, varh: number, expected: ReturnType<typeof reactiveExcessOf>, reason: string]>([
    [1_000_000, 330_000, null, 'a third is free'],
    [1_000_000, 330_001, { kvarh: '0.001', band: 'from80' }, 'a varh more'],
    [1_000_000, 750_000, { kvarh: '420', band: 'from80' }, 'a power factor of 0.8'],
    [1_000_000, 750_001, { kvarh: '420.001', band: 'below80' }, 'all of the excess has the price of its band'],
    [0, 5_000, { kvarh: '5', band: 'below80' }, 'machines that only idle'],
  ])('of %i Wh with %i varh', (energyWh, varh, expected) => {
    expect(reactiveExcessOf(energyWh, varh)).toEqual(expected)
  })

  test('is charged in each period but the sixth, and to nobody with three periods', () => {
    const energyWh = [100_000, 100_000, 0, 0, 0, 100_000]
    const lines = createReactiveLines(
      range,
      { energyWh, reactiveVarh: [50_000, 90_000, 0, 0, 0, 90_000] },
      regulatedPrices,
    )
    expect(
      lines.map(({ period, quantity, unitPrice, amountCents }) => [period, quantity, unitPrice, amountCents]),
    ).toEqual([
      [1, '17', '0.041554', 71],
      [2, '57', '0.062332', 355],
    ])
    const home = { energyWh: energyWh.slice(0, 3), reactiveVarh: [90_000, 0, 0] }
    expect(createReactiveLines(range, home, regulatedPrices)).toEqual([])
  })

  test.each([
    [100, 0, '1'],
    [100, 33, '0.95'],
    [100, 75, '0.8'],
    [0, 0, '1'],
  ])('of %i kWh and %i kvarh has the power factor %s', (energyWh, varh, expected) => {
    expect(powerFactorOf(energyWh, varh)).toBe(expected)
  })
})

test('both bear the electricity tax and the indirect tax', () => {
  const bill = computeElectricityBill({
    ...september,
    ...{ powerWatts: six, energyWh: [100_000, 0, 0, 0, 0, 0], reactiveVarh: [50_000, 0, 0, 0, 0, 0] },
    demand: { tariff: '3.0TD', power: { by: 'maximeter', highestWatts: [22_500, 0, 0, 0, 0, 0] } },
    ...{ chargesSocialBonusFunding: false, meter: 'owned' },
    prices: {
      ...{ powerPerKw: six.map(() => ({ per: 'day' as const, eur: '0.1' })), surplusEurPerKwh: null, discounts: {} },
      energyEurPerKwh: six.map(() => '0.2'),
    },
  })
  // 360 of power + 12.85 + 20 of energy + 0.71 = 393.56, of which 5.11269632 % are 20.12; 21 % of 413.68 are 86.87.
  expect(printBill(bill)).toBe(
    'power 60.00 + 60.00 + 60.00 + 60.00 + 60.00 + 60.00, power_excess 12.85, energy 20.00 + 0.00 + 0.00 + 0.00 + 0.00 + 0.00, reactive_energy 0.71, electricity_tax 20.12, vat 86.87, total 500.55',
  )
})
