import { describe, expect, test } from 'vitest'
import { billedPrices, mayBegin, type Prices, pricesOfBill, pricesProblem, saleOf, standingOf } from './rules.ts'

const today = '2026-11-20'
const year = (eur: string) => ({ per: 'year', eur }) as const
const domestic: Prices = {
  ...{ standing: [year('30'), year('1.4')], energy: ['0.21', '0.15', '0.11'], surplus: '0.06' },
  ...{ standingDiscount: null, energyDiscount: '4' },
}
const gas: Prices = { ...domestic, standing: [year('100')], energy: ['0.06'], surplus: null }

test('prices are read by bills and come back as they were written', () => {
  expect(billedPrices('electricity', domestic)).toEqual({
    powerPerKw: [year('30'), year('1.4')],
    energyEurPerKwh: ['0.21', '0.15', '0.11'],
    surplusEurPerKwh: '0.06',
    discounts: { energy: '4' },
  })
  expect(pricesOfBill('electricity', billedPrices('electricity', domestic))).toEqual(domestic)
  expect(billedPrices('gas', gas)).toEqual({
    ...{ fixed: year('100'), variableEurPerKwh: '0.06', discounts: { gas_variable: '4' } },
  })
  expect(pricesOfBill('gas', billedPrices('gas', gas))).toEqual(gas)
})

describe('prices do not fit', () => {
  test.each<[string, 'electricity' | 'gas', string, Prices, string | null]>([
    ['those of a household in its tariff', 'electricity', '2.0TD', domestic, null],
    ['those of gas in its toll', 'gas', 'RL.2', gas, null],
    ['two powers in six periods', 'electricity', '3.0TD', domestic, 'prices.standing'],
    ['one price for three periods', 'electricity', '2.0TD', { ...domestic, energy: ['0.2'] }, 'prices.energy'],
    ['a tariff of the other energy', 'electricity', 'RL.2', gas, 'tariff'],
    ['surplus of gas', 'gas', 'RL.2', { ...gas, surplus: '0.05' }, 'prices.surplus'],
  ])('%s', (_, energy, tariff, prices, field) => {
    expect(Object.keys(pricesProblem(energy, tariff, prices) ?? {})).toEqual(field === null ? [] : [field])
  })
})

test.each([
  ['2026-11-21', true, true, 'tomorrow'],
  ['2026-11-20', true, false, 'today, where others hold'],
  ['2026-11-20', false, true, 'today, where nothing was sold'],
  ['2026-11-19', false, false, 'the past'],
])('a price list of %s with prices before it (%s): %s, for it is %s', (validFrom, hasPrices, expected) => {
  expect(mayBegin(validFrom, { today, hasPrices })).toBe(expected)
})

test.each([
  ['2026-11-21', null, 'planned'],
  ['2026-11-20', null, 'in_force'],
  ['2026-01-01', '2026-11-21', 'in_force'],
  ['2026-01-01', '2026-11-20', 'past'],
] as const)('a price list from %s until %s is %s', (validFrom, validTo, expected) => {
  expect(standingOf({ validFrom, validTo }, today)).toBe(expected)
})

test.each([
  [true, { fromDay: '2026-01-01', toDay: null }, 'archived'],
  [false, null, 'not_offered'],
  [false, { fromDay: '2026-12-01', toDay: null }, 'planned'],
  [false, { fromDay: '2026-01-01', toDay: '2026-11-20' }, 'ended'],
  [false, { fromDay: '2026-11-20', toDay: '2026-11-21' }, 'on_sale'],
] as const)('archived %s, with days %j, a product is %s', (isArchived, sale, expected) => {
  expect(saleOf({ isArchived, sale }, today)).toBe(expected)
})
