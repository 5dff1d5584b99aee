import { expect, test } from 'vitest'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { calculateYearOfBills } from './year-of-bills.ts'

const supply = { zone: 'peninsula' as const, powerWatts: [4_000, 4_000], dueDay: '2026-02-28', hasWallet: false }
const january = { firstDay: '2026-01-01', lastDay: '2026-01-31' }
const february = { firstDay: '2026-02-01', lastDay: '2026-02-28' }
const prices = (surplusEurPerKwh: string | null, energy = '0.1'): ElectricityPrices => ({
  powerPerKw: [
    { per: 'day', eur: '0.1' },
    { per: 'day', eur: '0' },
  ],
  energyEurPerKwh: [energy, energy, energy],
  surplusEurPerKwh,
  discounts: {},
})
const used = (wh: number, surplusWh: number) => ({ energyWh: [wh, 0, 0], surplusWh })
const year = (parts: Parameters<typeof calculateYearOfBills>[0], of: ElectricityPrices, hasWallet = false) =>
  calculateYearOfBills(parts, { ...supply, hasWallet }, of, regulatedPrices)!

test('pays surplus in each bill up to the cost of its own energy', () => {
  // 10 € of energy and 5 € of surplus in January; 2 € and 8 € in February, of which 6 € are lost.
  const parts = [
    { ...january, ...used(100_000, 50_000) },
    { ...february, ...used(20_000, 80_000) },
  ]
  expect(year(parts, prices('0.1')).surplusCents).toBe(500 + 200)
  // As a single bill it would be 12 € of energy and 12 of 13 € of surplus.
  expect(year([{ ...january, lastDay: '2026-02-28', ...used(120_000, 130_000) }], prices('0.1')).surplusCents).toBe(
    1_200,
  )
})

test('uses earnings beyond a bill for the next one where there is a wallet', () => {
  const parts = [
    { ...january, ...used(20_000, 80_000) },
    { ...february, ...used(100_000, 0) },
  ]
  const without = year(parts, prices('0.1'))
  const withWallet = year(parts, prices('0.1'), true)
  expect([without.fromWalletCents, withWallet.fromWalletCents]).toEqual([0, 600])
  expect(withWallet.totalCents).toBe(without.totalCents - 600)
})

test('may find another best product for a roof than for a house without one', () => {
  const parts = [{ ...january, ...used(100_000, 90_000) }]
  const bare = [{ ...january, ...used(100_000, 0) }]
  const [cheap, paying] = [prices(null, '0.1'), prices('0.08', '0.12')]
  expect(year(bare, cheap).totalCents).toBeLessThan(year(bare, paying).totalCents)
  expect(year(parts, paying).totalCents).toBeLessThan(year(parts, cheap).totalCents)
})

test('returns nothing where a tax is not known', () => {
  const parts = [{ ...january, ...used(1, 1) }]
  expect(calculateYearOfBills(parts, { ...supply, zone: 'ceuta' }, prices('0.1'), regulatedPrices)).toBeNull()
})
