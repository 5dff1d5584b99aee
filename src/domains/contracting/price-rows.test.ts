import { expect, test } from 'vitest'
import { priceGroups } from './price-rows.ts'

const base = { valid_from: '2026-01-01', fixed: null, surplus: null }
const written = (prices: Parameters<typeof priceGroups>[0]) =>
  priceGroups(prices).map(({ name, rows }) =>
    [name, ...rows.map(({ label, period, amount, unit }) => `${period ?? label} ${amount} ${unit}`)].join(', '),
  )

test.each<[string, Parameters<typeof priceGroups>[0], string[]]>([
  [
    'power and energy of each period',
    { ...base, power: [30, 1.4], energy: [0.2, 0.15, 0.1] },
    ['power, 1 30 perKwYear, 2 1.4 perKwYear', 'energy, peak 0.2 perKwh, flat 0.15 perKwh, valley 0.1 perKwh'],
  ],
  [
    'six periods by number',
    { ...base, power: [6, 5], energy: [6, 5, 4, 3, 2, 1] },
    [
      'power, 1 6 perKwYear, 2 5 perKwYear',
      'energy, 1 6 perKwh, 2 5 perKwh, 3 4 perKwh, 4 3 perKwh, 5 2 perKwh, 6 1 perKwh',
    ],
  ],
  [
    'discounts beside prices',
    {
      ...{ ...base, power: [30, 1], energy: [0.2, 0.2, 0.2], surplus: 0.05 },
      ...{
        discounts: { standing: 10, energy: 4 },
        energy_discounted: [0.192, 0.192, 0.192],
        power_discounted: [27, 0.9],
      },
    },
    [
      'power, 1 27 perKwYear, 2 0.9 perKwYear, discountOff 10 percent',
      'energy, always 0.192 perKwh, discountOff 4 percent',
      'surplus, surplus 0.05 perKwh',
    ],
  ],
  [
    'a fixed term for gas',
    {
      ...base,
      power: null,
      energy: [0.06],
      fixed: 100,
      discounts: { standing: 5, energy: null },
      fixed_discounted: 95,
    },
    ['energy, always 0.06 perKwh', 'fixed, fixed 95 fixedPerYear, discountOff 5 percent'],
  ],
])('groups prices for display: %s', (_, prices, rows) => {
  expect(written(prices)).toEqual(rows)
})
