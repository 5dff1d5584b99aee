import { expect, test } from 'vitest'
import { calculateOfferedElectricityBill, calculateOfferedGasBill } from '#domains/offers/offered-bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { scaleToYear, splitBill, splitElectricityInvoice, splitGasInvoice } from './comparison.ts'

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

test('splits an invoice that is our own bill into the same parts, to within cents of rounding', () => {
  const ours = calculateOfferedElectricityBill(supply, prices, regulatedPrices)!
  const known = splitBill(ours)
  const workedOut = splitElectricityInvoice(ours.totalCents, { ours, supply, regulatedPrices })!
  expect(Math.abs(workedOut.supplyCents - known.supplyCents)).toBeLessThanOrEqual(2)
  expect(workedOut.meterCents).toBe(known.meterCents)
  expect(workedOut.supplyCents + workedOut.meterCents + workedOut.taxesCents).toBe(ours.totalCents)
})

test('splits a gas invoice that is our own bill into the same parts', () => {
  const gas = { ...days, zone: 'peninsula' as const, energyWh: 500_000 }
  const gasPrices = { fixed: { per: 'year' as const, eur: '73' }, variableEurPerKwh: '0.06', discounts: {} }
  const ours = calculateOfferedGasBill(gas, gasPrices, regulatedPrices)!
  const workedOut = splitGasInvoice(ours.totalCents, { ours, supply: gas, regulatedPrices })!
  expect(Math.abs(workedOut.supplyCents - splitBill(ours).supplyCents)).toBeLessThanOrEqual(1)
  expect(calculateOfferedGasBill({ ...gas, zone: 'melilla' }, gasPrices, regulatedPrices)).toBeNull()
})

test('splits off the meter of the Canary Islands at its own rate', () => {
  const island = { ...supply, zone: 'canarias' as const }
  const ours = calculateOfferedElectricityBill(island, prices, regulatedPrices)!
  const workedOut = splitElectricityInvoice(ours.totalCents, { ours, supply: island, regulatedPrices })!
  expect(Math.abs(workedOut.supplyCents - splitBill(ours).supplyCents)).toBeLessThanOrEqual(2)
})

test('returns null for an invoice too small to contain the meter', () => {
  const ours = calculateOfferedElectricityBill(supply, prices, regulatedPrices)!
  expect(splitElectricityInvoice(50, { ours, supply, regulatedPrices })).toBeNull()
})

test('returns no bill for a place whose tax is unknown', () => {
  expect(calculateOfferedElectricityBill({ ...supply, zone: 'ceuta' }, prices, regulatedPrices)).toBeNull()
})

test.each([
  [300, 3_650],
  [-1, -12],
])('scales %i cents in 30 days to %i in a year', (cents, expected) => {
  expect(scaleToYear(cents, days)).toBe(expected)
})
