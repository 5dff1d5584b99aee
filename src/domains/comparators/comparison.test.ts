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
  const gas = { ...days, zone: 'peninsula' as const, energyWh: 500_000 }
  const gasPrices = { fixed: { per: 'year' as const, eur: '73' }, variableEurPerKwh: '0.06', discounts: {} }
  const ours = gasBillOf(gas, gasPrices, regulatedFigures)!
  const workedOut = gasInvoiceParts(ours.totalCents, { ours, supply: gas, figures: regulatedFigures })!
  expect(Math.abs(workedOut.supplyCents - partsOf(ours).supplyCents)).toBeLessThanOrEqual(1)
  expect(gasBillOf({ ...gas, zone: 'melilla' }, gasPrices, regulatedFigures)).toBeNull()
})

test('the meter of the Canary Islands is taken out of an invoice with its own rate', () => {
  const island = { ...supply, zone: 'canarias' as const }
  const ours = electricityBillOf(island, prices, regulatedFigures)!
  const workedOut = electricityInvoiceParts(ours.totalCents, { ours, supply: island, figures: regulatedFigures })!
  expect(Math.abs(workedOut.supplyCents - partsOf(ours).supplyCents)).toBeLessThanOrEqual(2)
})

test('an invoice that does not even hold the meter is not taken apart', () => {
  const ours = electricityBillOf(supply, prices, regulatedFigures)!
  expect(electricityInvoiceParts(50, { ours, supply, figures: regulatedFigures })).toBeNull()
})

test('a place whose tax is not known has no bill', () => {
  expect(electricityBillOf({ ...supply, zone: 'ceuta' }, prices, regulatedFigures)).toBeNull()
})

test.each([
  [300, 3_650],
  [-1, -12],
])('%i cents in 30 days are %i in a year', (cents, expected) => {
  expect(perYear(cents, days)).toBe(expected)
})
