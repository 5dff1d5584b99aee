import { expect, test } from 'vitest'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { calculateOfferedElectricityBill } from './offered-bill.ts'

const price = { per: 'day' as const, eur: '0.1' }

test.each([
  [2, 3, 'single_phase'],
  [6, 6, 'three_phase'],
] as const)('includes the meter rental that matches %i powers', (powers, periods, meter) => {
  const supply = {
    ...{ firstDay: '2026-02-01', lastDay: '2026-02-28', zone: 'peninsula' as const },
    powerWatts: Array(powers).fill(20_000),
    energyWh: Array(periods).fill(100_000),
  }
  const prices = {
    powerPerKw: Array(powers).fill(price),
    energyEurPerKwh: Array(periods).fill('0.1'),
    surplusEurPerKwh: null,
    discounts: {},
  }
  const bill = calculateOfferedElectricityBill(supply, prices, regulatedPrices)!
  const rented = bill.lines.find(({ kind }) => kind === 'meter')
  const { rows } = regulatedPrices.meterRental[meter]
  expect(rented?.unitPrice).toBe(rows.at(-1)!.value)
})
