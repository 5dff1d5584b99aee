import { expect, test } from 'vitest'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { comparePrices, type PriceRow } from './price-rows.ts'

const electricity: ElectricityPrices = {
  powerPerKw: [
    { per: 'day', eur: '0.1' },
    { per: 'day', eur: '0.02' },
  ],
  energyEurPerKwh: ['0.2', '0.15', '0.1'],
  surplusEurPerKwh: '0.05',
  discounts: { energy: '5' },
}
const gas: GasPrices = { fixed: { per: 'year', eur: '60' }, variableEurPerKwh: '0.06', discounts: {} }
const written = (rows: readonly PriceRow[]) =>
  rows.map(({ term, period, before, after, unit }) => `${term} ${period ?? '-'} ${before} → ${after} ${unit}`)

test('every price of electricity stands beside the new one', () => {
  const after = { ...electricity, energyEurPerKwh: ['0.22', '0.15', '0.1'], surplusEurPerKwh: '0.04' }
  expect(written(comparePrices(electricity, after))).toEqual([
    'power 1 0.1 → 0.1 perKwDay',
    'power 2 0.02 → 0.02 perKwDay',
    'energy 1 0.2 → 0.22 perKwh',
    'energy 2 0.15 → 0.15 perKwh',
    'energy 3 0.1 → 0.1 perKwh',
    'surplus - 0.05 → 0.04 perKwh',
    'energy_discount - 5 → 5 percent',
  ])
})

test('what begins, ends or changes its unit stands alone', () => {
  const after: ElectricityPrices = {
    ...electricity,
    powerPerKw: [{ per: 'year', eur: '36' }, electricity.powerPerKw[1]!],
    energyEurPerKwh: ['0.18'],
    surplusEurPerKwh: null,
    discounts: { power: '10' },
  }
  expect(written(comparePrices(electricity, after))).toEqual([
    'power 1 0.1 → null perKwDay',
    'power 2 0.02 → 0.02 perKwDay',
    'energy 1 0.2 → null perKwh',
    'energy 2 0.15 → null perKwh',
    'energy 3 0.1 → null perKwh',
    'surplus - 0.05 → null perKwh',
    'energy_discount - 5 → null percent',
    'power 1 null → 36 perKwYear',
    'energy - null → 0.18 perKwh',
    'power_discount - null → 10 percent',
  ])
})

test('gas has a fixed and a variable price', () => {
  const after: GasPrices = { ...gas, variableEurPerKwh: '0.07' }
  expect(written(comparePrices(gas, after))).toEqual([
    'gas_fixed - 60 → 60 perYear',
    'gas_variable - 0.06 → 0.07 perKwh',
  ])
})
