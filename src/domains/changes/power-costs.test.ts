import { describe, expect, test } from 'vitest'
import { monthlyDifference, powerCosts, powerYearCents } from './power-costs.ts'

const charges = {
  hookUpEur: '9.04',
  accessEurPerKw: '19.7',
  extensionEurPerKw: '17.27',
  verificationEur: null,
  electricityTaxPercent: '3.8',
  tax: { kind: 'vat', percent: '21' } as const,
}
const home = [4_600, 4_600]

test.each<[string, number[], number[], number, number[], number, number, number]>([
  ['charges an increase of 0.9 kW', [5_500, 5_500], home, 4_600, [904, 1773, 1554], 161, 922, 5314],
  ['treats an increase in one period as an increase', [5_500, 4_600], home, 4_600, [904, 1773, 1554], 161, 922, 5314],
  ['charges only the connection for a decrease', [3_450, 3_450], home, 4_600, [904], 34, 197, 1135],
  ['charges no extension up to the power of three years ago', [5_500, 5_500], home, 5_750, [904, 1773], 102, 584, 3363],
  [
    'charges an extension only for power that was never there',
    [6_900, 6_900],
    home,
    5_750,
    [904, 4531, 1986],
    282,
    1618,
    9321,
  ],
  ['charges an increase of one watt', [4_601, 4_600], home, 4_600, [904, 2, 2], 35, 198, 1141],
  [
    'charges only the connection for another power in a period below the highest',
    [4_600, 3_450],
    home,
    4_600,
    [904],
    34,
    197,
    1135,
  ],
  ['charges a supply point without power', [3_450, 3_450], [], 0, [904, 6797, 5958], 519, 2977, 17155],
])('%s', (_, asked, present, heldWatts, amounts, electricityTaxCents, taxCents, totalCents) => {
  const costs = powerCosts({ requested: asked, present, previousPeakWatts: heldWatts }, charges)
  expect(costs.lines.map(({ amountCents }) => amountCents)).toEqual(amounts)
  expect(costs.electricityTax).toEqual({ percent: '3.8', amountCents: electricityTaxCents })
  expect(costs.tax).toEqual({ kind: 'vat', percent: '21', amountCents: taxCents })
  expect(costs.totalCents).toBe(totalCents)
})

const more = { requested: [5_500], present: [4_600], previousPeakWatts: 0 }

test('leaves out the tax of a territory where its rate is unknown, and still charges the electricity tax', () => {
  const costs = powerCosts(more, { ...charges, tax: null })
  expect(costs).toMatchObject({ electricityTax: { amountCents: 161 }, tax: null, totalCents: 4392 })
})

test.each([
  ['raising it', [5_500], [904, 1773, 1554, 801]],
  ['lowering it', [3_450], [904]],
])('charges the verification of an old contract for %s only when the power rises', (_, requested, amounts) => {
  const costs = powerCosts(
    { requested, present: [4_600], previousPeakWatts: 4_600 },
    { ...charges, verificationEur: '8.01' },
  )
  expect(costs.lines.map(({ amountCents }) => amountCents)).toEqual(amounts)
})

test('leaves out the electricity tax where its rate is unknown', () => {
  const costs = powerCosts(more, { ...charges, electricityTaxPercent: null })
  expect(costs).toMatchObject({ electricityTax: null, tax: { amountCents: 889 }, totalCents: 5120 })
})

describe('a year of the power term', () => {
  const prices = { eurPerKwYear: ['30', '3'], discountPercent: null, electricityTaxPercent: '5', taxPercent: '21' }
  test.each([
    ['includes both taxes', prices, 19_286],
    ['is discounted before tax', { ...prices, discountPercent: '10' }, 17_357],
    ['leaves out an unknown tax', { ...prices, taxPercent: null }, 15_939],
  ])('%s', (_, given, cents) => {
    expect(powerYearCents([4_600, 4_600], given)).toBe(cents)
  })
})

describe('the monthly difference', () => {
  const prices = { eurPerKwYear: ['30', '6'], discountPercent: null, electricityTaxPercent: '5.1127', taxPercent: '21' }
  test.each([
    ['is negative for less power', [3_450, 3_450], -439, 21_062, 15_797],
    ['is positive for more power', [5_750, 4_600], 366, 21_062, 25_450],
    ['is zero for the same power', [4_600, 4_600], 0, 21_062, 21_062],
  ])('%s', (_, asked, differenceCents, presentYearCents, nextYearCents) => {
    expect(monthlyDifference({ requested: asked, present: [4_600, 4_600] }, prices)).toEqual({
      differenceCents,
      presentYearCents,
      nextYearCents,
    })
  })
})
