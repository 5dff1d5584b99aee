import { expect, test } from 'vitest'
import { electricityBillOf, gasBillOf } from '#domains/offers/offered-bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { regulatedFigures } from '#vocabulary/regulated-figures.ts'
import { electricityInvoiceParts, gasInvoiceParts, partsOf, perYear } from './comparison.ts'

const days = { firstDay: '2026-09-01', lastDay: '2026-09-30' }
const supply = {
  ...days,
  zone: 'peninsula' as const,
  powerWatts: [4_600, 4_600],
  energyWh: [50_000, 40_000, 110_000],
}
const prices: ElectricityPrices = {
  powerPerKw: [
    { per: 'year', eur: '30' },
    { per: 'year', eur: '1.4' },
  ],
  energyEurPerKwh: ['0.2', '0.15', '0.1'],
  surplusEurPerKwh: null,
  discounts: {},
}

test('the parts of an invoice that is our own bill are those of the bill, to the cents that rounding moves', () => {
  const ours = electricityBillOf(supply, prices, regulatedFigures)!
  const known = partsOf(ours)
  const workedOut = electricityInvoiceParts(ours.totalCents, { ours, supply, figures: regulatedFigures })!
  expect(Math.abs(workedOut.supplyCents - known.supplyCents)).toBeLessThanOrEqual(2)
  expect(workedOut.meterCents).toBe(known.meterCents)
  expect(workedOut.supplyCents + workedOut.meterCents + workedOut.taxesCents).toBe(ours.totalCents)
})

test('so are those of gas', () => {
  const figures = {
    ...regulatedFigures,
    hydrocarbonTax: {
      ...regulatedFigures.hydrocarbonTax,
      rows: [{ validFrom: '2024-01-01', validTo: null, value: '0.00234', source: 'the operator' }],
    },
  }
  const gas = { ...days, zone: 'peninsula' as const, energyWh: 500_000 }
  const gasPrices = { fixed: { per: 'year' as const, eur: '73' }, variableEurPerKwh: '0.06', discounts: {} }
  const ours = gasBillOf(gas, gasPrices, figures)!
  const workedOut = gasInvoiceParts(ours.totalCents, { ours, supply: gas, figures })!
  expect(Math.abs(workedOut.supplyCents - partsOf(ours).supplyCents)).toBeLessThanOrEqual(1)
  expect(gasBillOf(gas, gasPrices, regulatedFigures)).toBeNull()
})

test('an invoice that does not even hold the meter is not taken apart', () => {
  const ours = electricityBillOf(supply, prices, regulatedFigures)!
  expect(electricityInvoiceParts(50, { ours, supply, figures: regulatedFigures })).toBeNull()
})

test('a place whose tax is not known has no bill', () => {
  expect(electricityBillOf({ ...supply, zone: 'canarias' }, prices, regulatedFigures)).toBeNull()
})

test.each([
  [300, 3_650],
  [-1, -12],
])('%i cents in 30 days are %i in a year', (cents, expected) => {
  expect(perYear(cents, days)).toBe(expected)
})
