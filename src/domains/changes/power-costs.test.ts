import { describe, expect, test } from 'vitest'
import { monthlyDifference, powerCosts, powerYearCents } from './power-costs.ts'

const charges = {
  hookUpEur: '9.04',
  accessEurPerKw: '19.7',
  extensionEurPerKw: '17.27',
  electricityTaxPercent: '3.8',
  tax: { kind: 'vat', percent: '21' } as const,
}
const home = [4_600, 4_600]

test.each<[string, number[], number[], number, number[], number, number, number]>([
  ['0.9 kW more', [5_500, 5_500], home, 4_600, [904, 1773, 1554], 161, 922, 5314],
  ['more in one period is more', [5_500, 4_600], home, 4_600, [904, 1773, 1554], 161, 922, 5314],
  ['less costs the connection alone', [3_450, 3_450], home, 4_600, [904], 34, 197, 1135],
  ['as much as it was three years ago is no extension', [5_500, 5_500], home, 5_750, [904, 1773], 102, 584, 3363],
  ['only what was never there is', [6_900, 6_900], home, 5_750, [904, 4531, 1986], 282, 1618, 9321],
  ['a watt more', [4_601, 4_600], home, 4_600, [904, 2, 2], 35, 198, 1141],
  ['another power in a period below the highest', [4_600, 3_450], home, 4_600, [904], 34, 197, 1135],
  ['a place without power', [3_450, 3_450], [], 0, [904, 6797, 5958], 519, 2977, 17155],
])('%s', (_, asked, present, heldWatts, amounts, electricityTaxCents, taxCents, totalCents) => {
  const costs = powerCosts({ asked, present, heldWatts }, charges)
  expect(costs.lines.map(({ amountCents }) => amountCents)).toEqual(amounts)
  expect(costs.electricityTax).toEqual({ percent: '3.8', amountCents: electricityTaxCents })
  expect(costs.tax).toEqual({ kind: 'vat', percent: '21', amountCents: taxCents })
  expect(costs.totalCents).toBe(totalCents)
})

const more = { asked: [5_500], present: [4_600], heldWatts: 0 }

test('where the tax of the territory is not known, none is made up, and the electricity tax holds all the same', () => {
  const costs = powerCosts(more, { ...charges, tax: null })
  expect(costs).toMatchObject({ electricityTax: { amountCents: 161 }, tax: null, totalCents: 4392 })
})

test('so it is with the electricity tax', () => {
  const costs = powerCosts(more, { ...charges, electricityTaxPercent: null })
  expect(costs).toMatchObject({ electricityTax: null, tax: { amountCents: 889 }, totalCents: 5120 })
})

describe('a year of the power term', () => {
  const prices = { eurPerKwYear: ['30', '3'], discountPercent: null, electricityTaxPercent: '5', taxPercent: '21' }
  test.each([
    ['has both taxes', prices, 19_286],
    ['is discounted before them', { ...prices, discountPercent: '10' }, 17_357],
    ['leaves out what is not known', { ...prices, taxPercent: null }, 15_939],
  ])('%s', (_, given, cents) => {
    expect(powerYearCents([4_600, 4_600], given)).toBe(cents)
  })
})

describe('what a month costs more or less', () => {
  const prices = { eurPerKwYear: ['30', '6'], discountPercent: null, electricityTaxPercent: '5.1127', taxPercent: '21' }
  test.each([
    ['less power is less', [3_450, 3_450], -439, 21_062, 15_797],
    ['more is more', [5_750, 4_600], 366, 21_062, 25_450],
    ['the same is the same', [4_600, 4_600], 0, 21_062, 21_062],
  ])('%s', (_, asked, differenceCents, presentYearCents, nextYearCents) => {
    expect(monthlyDifference({ asked, present: [4_600, 4_600] }, prices)).toEqual({
      differenceCents,
      presentYearCents,
      nextYearCents,
    })
  })
})
