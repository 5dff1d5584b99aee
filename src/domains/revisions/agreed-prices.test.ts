import { expect, test } from 'vitest'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { promotedPrices } from './agreed-prices.ts'

const prices: ElectricityPrices = {
  ...{ powerPerKw: [{ per: 'day', eur: '0.1' }], energyEurPerKwh: ['0.2'], surplusEurPerKwh: null },
  discounts: { power: '2', energy: '5' },
}

test.each([
  [{ energy: '20' }, { power: '2', energy: '20' }],
  [{}, { power: '2', energy: '5' }],
  [null, { power: '2', energy: '5' }],
])('a promotion with the discounts %o gives %o', (discounts, expected) => {
  expect(promotedPrices(prices, discounts)).toEqual({ ...prices, discounts: expected })
})
