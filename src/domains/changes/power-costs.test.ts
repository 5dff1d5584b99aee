import { expect, test } from 'vitest'
import { powerCosts } from './power-costs.ts'

const charges = { hookUpEur: '9.04', accessEurPerKw: '19.7', extensionEurPerKw: '17.27', taxPercent: '21' }
const home = [4_600, 4_600]

test.each<[string, number[], number[], number, number[], number, number]>([
  ['0.9 kW more', [5_500, 5_500], home, 4_600, [904, 1773, 1554], 889, 5120],
  ['more in one period is more', [5_500, 4_600], home, 4_600, [904, 1773, 1554], 889, 5120],
  ['less costs the connection alone', [3_450, 3_450], home, 4_600, [904], 190, 1094],
  ['as much as it was three years ago is no extension', [5_500, 5_500], home, 5_750, [904, 1773], 562, 3239],
  ['only what was never there is', [6_900, 6_900], home, 5_750, [904, 4531, 1986], 1558, 8979],
  ['a watt more', [4_601, 4_600], home, 4_600, [904, 2, 2], 191, 1099],
  ['another power in a period below the highest', [4_600, 3_450], home, 4_600, [904], 190, 1094],
  ['a place without power', [3_450, 3_450], [], 0, [904, 6797, 5958], 2868, 16527],
])('%s', (_, asked, present, heldWatts, amounts, taxCents, totalCents) => {
  const costs = powerCosts({ asked, present, heldWatts }, charges)
  expect(costs.lines.map(({ amountCents }) => amountCents)).toEqual(amounts)
  expect(costs.tax).toEqual({ percent: '21', amountCents: taxCents })
  expect(costs.totalCents).toBe(totalCents)
})

test('where the tax is not known, none is made up', () => {
  const costs = powerCosts({ asked: [5_500], present: [4_600], heldWatts: 0 }, { ...charges, taxPercent: null })
  expect(costs).toMatchObject({ tax: null, totalCents: 4231 })
})
