import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumLines } from './bill.ts'
import { computeGasBill, computeGasBillOfParts, type GasBillInput } from './bill-gas.ts'
import { printBill } from './bill-testing.ts'
import { decimalFromCents } from './money.ts'

/** A household's January and February of 2026. */
const winter: GasBillInput = {
  firstDay: '2026-01-01',
  lastDay: '2026-02-28',
  dueDay: '2026-03-10',
  zone: 'peninsula',
  energyWh: 1_250_000,
  prices: { fixed: { per: 'year', eur: '56.52' }, variableEurPerKwh: '0.062', discounts: {} },
}

describe('the bill of a gas supply', () => {
  test.each<[string, Partial<GasBillInput>, string, string]>([
    [
      'two winter months',
      {},
      'gas_fixed 9.14, gas_variable 77.50, hydrocarbon_tax 2.93, vat 18.81, total 108.38',
      `56.52 / 365 = 0.154849 a day, × 59 = 9.1361; 1250 × 0.062; 1250 × 0.00234 = 2.925, half a cent away from zero;
       21 % of 89.57 = 18.8097`,
    ],
    [
      'discounts on both terms',
      {
        prices: {
          ...winter.prices,
          discounts: { gas_fixed: '100', gas_variable: '10' },
        },
      },
      'gas_fixed 9.14, gas_fixed_discount -9.14, gas_variable 77.50, gas_variable_discount -7.75, hydrocarbon_tax 2.93, vat 15.26, total 87.94',
      'the tax per kWh is the same; 21 % of 72.68 = 15.2628',
    ],
    [
      'spring 2026',
      { dueDay: '2026-04-10', energyWh: 0 },
      'gas_fixed 9.14, gas_variable 0.00, hydrocarbon_tax 0.00, vat 1.92, total 11.06',
      'gas kept the general VAT while small electricity supplies had 10 %; 21 % of 9.14 = 1.9194',
    ],
    [
      'a price per day over New Year',
      {
        firstDay: '2024-12-30',
        lastDay: '2025-01-02',
        energyWh: 0,
        prices: { ...winter.prices, fixed: { per: 'day', eur: '0.15' } },
      },
      'gas_fixed 0.60, gas_variable 0.00, hydrocarbon_tax 0.00, vat 0.13, total 0.73',
      'a day costs the same in a leap year; 21 % of 0.60 = 0.126',
    ],
    [
      'a price per year over New Year',
      {
        firstDay: '2024-12-30',
        lastDay: '2025-01-02',
        energyWh: 0,
        prices: { ...winter.prices, fixed: { per: 'year', eur: '3660' } },
      },
      'gas_fixed 20.00 + 20.05, gas_variable 0.00, hydrocarbon_tax 0.00, vat 8.41, total 48.46',
      'two days at 3660 / 366 = 10 and two at 3660 / 365 = 10.027397; 21 % of 40.05 = 8.4105',
    ],
  ])('of %s is right to the cent', (_case, change, expected, reason) => {
    expect(printBill(computeGasBill({ ...winter, ...change })), reason).toBe(expected)
  })

  test.each<[dueDay: string, percent: string, reason: string]>([
    ['2022-09-30', '21', 'the day before the reduction'],
    ['2022-10-01', '5', 'Real Decreto-ley 17/2022'],
    ['2023-12-31', '5', 'extended through 2023'],
    ['2024-01-01', '10', 'Real Decreto-ley 8/2023'],
    ['2024-03-31', '10', 'its last day'],
    ['2024-04-01', '21', 'the general rate again, from the first of April'],
  ])('that falls due on %s has %s %% VAT: %s', (dueDay, percent) => {
    const bill = computeGasBill({ ...winter, firstDay: '2022-08-01', lastDay: '2022-08-31', dueDay })
    expect(bill.lines.at(-1)).toMatchObject({ kind: 'vat', unitPrice: percent })
  })

  test.each<[NonNullable<GasBillInput['use']>, string | null, string]>([
    ['general', '2.09', 'the example of a retailer for a home: 893 kWh × 0.00234 = 2.09 EUR'],
    ['professional', '0.48', '893 × 0.00054 = 0.48222'],
    ['generation', null, 'gas for cogeneration is exempt (V3063-19)'],
  ])('for %s use has %s EUR of hydrocarbon tax: %s', (use, expected) => {
    const { lines } = computeGasBill({ ...winter, energyWh: 893_000, use })
    const line = lines.find(({ kind }) => kind === 'hydrocarbon_tax')
    expect(line ? decimalFromCents(line.amountCents) : null).toBe(expected)
  })

  test('is refused where a tax is not known', () => {
    expect(() => computeGasBill({ ...winter, dueDay: '2012-12-31' })).toThrow(
      'No value of hydrocarbon_tax (EUR/kWh) is known for 2012-12-31',
    )
    expect(() => computeGasBill({ ...winter, zone: 'ceuta' })).toThrow('No value of ipsi (%) is known for 2026-03-10')
  })

  test('never gets cheaper with more energy, and is the sum of its lines', () => {
    const wh = fc.integer({ min: 0, max: 50_000_000 })
    const percent = fc.integer({ min: 0, max: 100 }).map(String)
    fc.assert(
      fc.property(wh, wh, percent, (energyWh, moreWh, off) => {
        const prices: GasBillInput['prices'] = { ...winter.prices, discounts: { gas_variable: off } }
        const less = computeGasBill({ ...winter, energyWh, prices })
        const more = computeGasBill({ ...winter, energyWh: energyWh + moreWh, prices })
        expect(more.totalCents).toBeGreaterThanOrEqual(less.totalCents)
        expect(less.totalCents).toBe(sumLines(less.lines))
      }),
    )
  })
})

test('a bill during whose days the prices change has the terms of each part and one hydrocarbon tax', () => {
  const dearer = { ...winter.prices, variableEurPerKwh: '0.070' }
  const parts = [
    { firstDay: '2026-01-01', lastDay: '2026-01-31', energyWh: 700_000, prices: winter.prices },
    { firstDay: '2026-02-01', lastDay: '2026-02-28', energyWh: 550_000, prices: dearer },
  ]
  // 0.154849 × 31 and × 28; 700 × 0.062 and 550 × 0.070; 1250 × 0.00234; 21 % of 93.97.
  expect(printBill(computeGasBillOfParts(winter, parts))).toBe(
    'gas_fixed 4.80 + 4.34, gas_variable 43.40 + 38.50, hydrocarbon_tax 2.93, vat 19.73, total 113.70',
  )
})
