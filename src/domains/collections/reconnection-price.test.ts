import { expect, test } from 'vitest'
import { regulatedPrices } from '#vocabulary/regulated-prices.ts'
import { reconnectionPriceOn } from './reconnection-price.ts'

test.each([
  ['electricity', '08', { baseCents: 1_809, totalCents: 2_189 }, 'twice 9.04476 €, which is rounded once, with VAT'],
  ['electricity', '35', { baseCents: 1_809, totalCents: 1_936 }, 'with the tax of the Canary Islands'],
  ['gas', '08', null, 'no such price'],
] as const)('%s in %s costs %j: %s', (energy, provinceCode, price, _why) => {
  expect(reconnectionPriceOn({ energy, provinceCode, day: '2026-11-27' }, regulatedPrices)).toEqual(price)
})
