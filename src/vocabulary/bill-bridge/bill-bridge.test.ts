import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bill, type BillLine, createAmountLine } from '../bill.ts'
import { computeElectricityBill, type ElectricityBillInput } from '../bill-electricity.ts'
import { computeGasBill, type GasBillInput } from '../bill-gas.ts'
import { september } from '../bill-testing.ts'
import { addDays } from '../day.ts'
import { formatFixedDecimal } from '../decimal.ts'
import { decimalFromCents } from '../money.ts'
import { type BillBridge, type ComparedBill, compareBills } from './bill-bridge.ts'

const { prices } = september

const gas: GasBillInput = {
  firstDay: '2026-09-01',
  lastDay: '2026-09-30',
  dueDay: '2026-10-10',
  zone: 'peninsula',
  energyWh: 100_000,
  prices: { fixed: { per: 'day', eur: '0.2' }, variableEurPerKwh: '0.06', discounts: {} },
}

describe('the difference between two electricity bills', () => {
  test.each<[string, Partial<ElectricityBillInput>, string, string]>([
    ['nothing', {}, '0.00', 'the same bill'],
    [
      'half as much again in every period',
      { energyWh: [90_000, 82_500, 124_500] },
      '18.17: use 18.17',
      'half of 28.55 = 14.275, with its taxes × 1.0511 × 1.21',
    ],
    [
      'the same energy, all of it in cheap hours',
      { energyWh: [0, 0, 198_000] },
      '-11.12: hours -11.12',
      '198 × 0.10 instead of 28.55 saves 8.75, with its taxes',
    ],
    [
      'more energy, and more of it in dear hours',
      { energyWh: [160_000, 55_000, 83_000] },
      '25.45: use 18.35, hours 7.10',
      '100 kWh at the former average of 0.144 cost 14.42; at peak they cost 5.58 more, each with its taxes',
    ],
    [
      'three more days at the same use per day',
      { lastDay: '2026-10-03', energyWh: [66_000, 60_500, 91_300] },
      '5.76: days 5.76',
      'a tenth of every line',
    ],
    [
      'three more days with the same use in all',
      { lastDay: '2026-10-03' },
      '2.12: days 5.75, use -3.63',
      'the days alone would cost a tenth more; a tenth less was used per day',
    ],
    [
      'dearer energy',
      { prices: { ...prices, energyEurPerKwh: ['0.22', '0.15', '0.10'] } },
      '1.53: product_prices 1.53',
      '60 × 0.02 = 1.20 with its taxes',
    ],
    ['more power', { powerWatts: [5_750, 4_600] }, '3.96: powers 3.96', '1.15 kW × 30 × 0.09 = 3.105 with its taxes'],
    [
      'a discount on energy',
      { prices: { ...prices, discounts: { energy: '10' } } },
      '-3.63: discounts -3.63',
      '10 % of 28.55 with its taxes',
    ],
    [
      'a lower electricity tax and VAT',
      { dueDay: '2026-04-10' },
      '-7.48: taxes -7.48',
      'the due day of spring: 0.5 % and 10 % instead of 5.11 % and 21 %',
    ],
    [
      'a meter for three phases',
      { meter: 'three_phase' },
      '0.66: regulated_prices 0.66',
      '30 × (0.044712 − 0.02663) with VAT: the meter bears no electricity tax',
    ],
    ['a meter bought', { meter: 'owned' }, '-0.96: one_offs -0.96', '0.80 with VAT'],
    ['a wallet', { walletCents: 1000 }, '-10.00: wallet -10.00', 'it pays after taxes'],
    ['surplus', { surplusWh: 71_000 }, '-7.22: surplus -7.22', '71 × 0.08 with its taxes'],
    [
      'a product with one price',
      { energyWh: [198_000], prices: { ...prices, energyEurPerKwh: ['0.15'] } },
      '1.47: product_prices 1.47',
      'the average price rises from 0.1442 to 0.15; the periods cannot be compared',
    ],
    ['a home that was empty', { energyWh: [0, 0, 0] }, '-36.31: use -36.31', 'all energy, with its taxes'],
  ])('%s', (_case, change, expected, reason) => {
    const before = electricity(september)
    const after = electricity({ ...september, ...change })
    expect(printBridge(compareBills(before, after)!), reason).toBe(expected)
  })

  test('of a home that was empty before is its use, not its hours', () => {
    const empty = electricity({ ...september, energyWh: [0, 0, 0] })
    expect(printBridge(compareBills(empty, electricity(september))!)).toBe('36.31: use 36.31')
  })

  test('in the Canary Islands counts the taxes of electricity and of the meter apart', () => {
    const home = { ...september, zone: 'canarias' as const }
    const after = { ...home, meter: 'three_phase' as const, energyWh: [90_000, 82_500, 124_500] }
    expect(
      printBridge(compareBills(electricity(home), electricity(after))!),
      '14.275 × 1.0511 = 15.00 without IGIC; 0.54 × 1.07 = 0.58 of the meter',
    ).toBe('15.58: use 15.00, regulated_prices 0.58')
  })

  test.each<[string, BillLine['kind'], number, string, string]>([
    ['excess power', 'power_excess', 1_000, '12.72: excess 12.72', '10 × 1.0511 × 1.21'],
    ['reactive energy', 'reactive_energy', 1_000, '12.72: reactive 12.72', 'bears both taxes too'],
    ['a service', 'service', 1_000, '12.10: services 12.10', 'VAT alone'],
    ['a discount', 'discount', -1_000, '-12.10: discounts -12.10', 'less VAT'],
    ['a connection right', 'connection_right', 904, '10.94: one_offs 10.94', '9.04 with VAT'],
    ['a part of a debt', 'instalment', 1_000, '10.00: one_offs 10.00', 'no tax'],
  ])('names %s', (_, kind, cents, expected, reason) => {
    const line = { ...createAmountLine(september, kind, Math.abs(cents), cents < 0 ? '-' : '') }
    const after = electricity({ ...september, otherLines: [line] })
    expect(printBridge(compareBills(electricity(september), after)!), reason).toBe(expected)
  })

  test('that no line explains is a one-off, not the rounding of another cause', () => {
    const before = electricity(september)
    const withService: BillLine = { ...before.lines[0]!, kind: 'power_discount', amountCents: 0 }
    const after = { ...before, lines: [...before.lines, withService], totalCents: before.totalCents + 900 }
    expect(printBridge(compareBills(before, after)!)).toBe('9.00: one_offs 9.00')
  })

  test('is not explained where a bill was imported without its lines', () => {
    const bill = electricity(september)
    expect(compareBills({ ...bill, lines: [] }, bill)).toBeNull()
    expect(compareBills(bill, { ...bill, lines: [] })).toBeNull()
  })
})

describe('the difference between two gas bills', () => {
  test.each<[string, Partial<GasBillInput>, string, string]>([
    ['twice as much', { energyWh: 200_000 }, '7.55: use 7.55', '6.00 and the hydrocarbon tax of 0.234, with VAT'],
    [
      'a business without the full hydrocarbon tax',
      { use: 'professional' },
      '-0.22: taxes -0.22',
      '100 × 0.0018 with VAT',
    ],
    [
      'a dearer standing charge',
      { prices: { ...gas.prices, fixed: { per: 'day', eur: '0.25' } } },
      '1.81: product_prices 1.81',
      '30 × 0.05 with VAT',
    ],
  ])('%s', (_case, change, expected, reason) => {
    const bridge = compareBills(
      withDays(gas, computeGasBill(gas)),
      withDays(gas, computeGasBill({ ...gas, ...change })),
    )
    expect(printBridge(bridge!), reason).toBe(expected)
  })
})

test('the causes of any two bills sum to their difference', () => {
  const wh = fc.integer({ min: 0, max: 5_000_000 })
  const price = fc.integer({ min: 0, max: 999_999 }).map((millionths) => formatFixedDecimal(millionths, 6))
  const anyInput: fc.Arbitrary<ElectricityBillInput> = fc
    .record({
      start: fc.integer({ min: 0, max: 300 }),
      length: fc.integer({ min: 1, max: 70 }),
      powers: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 6 }),
      energyWh: fc.array(wh, { minLength: 1, maxLength: 6 }),
      surplusWh: wh,
      priceOf: price,
      percent: fc.option(fc.integer({ min: 0, max: 100 }).map(String)),
      meter: fc.constantFrom('single_phase' as const, 'three_phase' as const, 'owned' as const),
      walletCents: fc.integer({ min: 0, max: 10_000 }),
      zone: fc.constantFrom('peninsula' as const, 'canarias' as const),
    })
    .map(({ start, length, powers, priceOf, percent, ...input }) => ({
      ...september,
      ...input,
      firstDay: addDays('2026-01-01', start),
      lastDay: addDays('2026-01-01', start + length - 1),
      dueDay: addDays('2026-01-01', start + length + 9),
      powerWatts: powers,
      prices: {
        powerPerKw: powers.map(() => ({ per: 'year' as const, eur: priceOf })),
        energyEurPerKwh: input.energyWh.map((_, index) => formatFixedDecimal(100_000 + 30_000 * index, 6)),
        surplusEurPerKwh: '0.05',
        discounts: percent === null ? {} : { energy: percent, power: percent },
      },
    }))
  fc.assert(
    fc.property(anyInput, anyInput, (one, other) => {
      const [before, after] = [electricity(one), electricity(other)]
      const { differenceCents, steps } = compareBills(before, after)!
      expect(differenceCents).toBe(after.totalCents - before.totalCents)
      expect(steps.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(differenceCents)
      expect(steps.every(({ amountCents }) => Number.isInteger(amountCents) && amountCents !== 0)).toBe(true)
    }),
  )
})

function electricity(input: ElectricityBillInput): ComparedBill {
  return withDays(input, computeElectricityBill(input))
}

function withDays({ firstDay, lastDay }: { firstDay: string; lastDay: string }, { lines, totalCents }: Bill) {
  return { firstDay, lastDay, lines, totalCents }
}

function printBridge({ differenceCents, steps }: BillBridge): string {
  const causes = steps.map(({ cause, amountCents }) => `${cause} ${decimalFromCents(amountCents)}`)
  return [decimalFromCents(differenceCents), causes.join(', ')].filter(Boolean).join(': ')
}
