import { describe, expect, test } from 'vitest'
import {
  findPricesProblem,
  fromBilledPrices,
  mayPriceListBegin,
  type Prices,
  priceListStatusOf,
  saleStateOf,
  toBilledPrices,
} from './rules.ts'

const today = '2026-11-20'
const year = (eur: string) => ({ per: 'year', eur }) as const
const domestic: Prices = {
  ...{ standing: [year('30'), year('1.4')], energy: ['0.21', '0.15', '0.11'], surplus: '0.06' },
  ...{ standingDiscount: null, energyDiscount: '4' },
}
const gas: Prices = { ...domestic, standing: [year('100')], energy: ['0.06'], surplus: null }

test('prices round-trip through the format of the bill calculation', () => {
  expect(toBilledPrices('electricity', domestic)).toEqual({
    powerPerKw: [year('30'), year('1.4')],
    energyEurPerKwh: ['0.21', '0.15', '0.11'],
    surplusEurPerKwh: '0.06',
    discounts: { energy: '4' },
  })
  expect(fromBilledPrices('electricity', toBilledPrices('electricity', domestic))).toEqual(domestic)
  expect(toBilledPrices('gas', gas)).toEqual({
    ...{ fixed: year('100'), variableEurPerKwh: '0.06', discounts: { gas_variable: '4' } },
  })
  expect(fromBilledPrices('gas', toBilledPrices('gas', gas))).toEqual(gas)
})

describe('checking prices against a tariff', () => {
  test.each<[string, 'electricity' | 'gas', string, Prices, string | null]>([
    ['accepts household prices in their tariff', 'electricity', '2.0TD', domestic, null],
    ['accepts gas prices in their tariff', 'gas', 'RL.2', gas, null],
    ['refuses two power prices for six periods', 'electricity', '3.0TD', domestic, 'prices.standing'],
    [
      'refuses one energy price for three periods',
      'electricity',
      '2.0TD',
      { ...domestic, energy: ['0.2'] },
      'prices.energy',
    ],
    ['refuses a tariff of the other energy', 'electricity', 'RL.2', gas, 'tariff'],
    ['refuses a surplus price for gas', 'gas', 'RL.2', { ...gas, surplus: '0.05' }, 'prices.surplus'],
  ])('%s', (_, energy, tariff, prices, field) => {
    expect(Object.keys(findPricesProblem(energy, tariff, prices) ?? {})).toEqual(field === null ? [] : [field])
  })
})

test.each([
  ['2026-11-21', true, true, 'tomorrow'],
  ['2026-11-20', true, false, 'today, where others hold'],
  ['2026-11-20', false, true, 'today, where nothing was sold'],
  ['2026-11-19', false, false, 'the past'],
])('a price list from %s with earlier prices (%s): %s, because it is %s', (validFrom, hasPrices, expected) => {
  expect(mayPriceListBegin(validFrom, { today, hasPrices })).toBe(expected)
})

test.each([
  ['2026-11-21', null, 'planned'],
  ['2026-11-20', null, 'in_force'],
  ['2026-01-01', '2026-11-21', 'in_force'],
  ['2026-01-01', '2026-11-20', 'past'],
] as const)('a price list from %s until %s is %s', (validFrom, validTo, expected) => {
  expect(priceListStatusOf({ validFrom, validTo }, today)).toBe(expected)
})

test.each([
  [true, { fromDay: '2026-01-01', toDay: null }, 'archived'],
  [false, null, 'not_offered'],
  [false, { fromDay: '2026-12-01', toDay: null }, 'planned'],
  [false, { fromDay: '2026-01-01', toDay: '2026-11-20' }, 'ended'],
  [false, { fromDay: '2026-11-20', toDay: '2026-11-21' }, 'on_sale'],
] as const)('a product that is archived (%s) with days %j is %s', (isArchived, sale, expected) => {
  expect(saleStateOf({ isArchived, sale }, today)).toBe(expected)
})
