import { expect, test } from 'vitest'
import { describeCaseLine } from './describe-case-line.ts'

const energy = { kind: 'energy', period: 1, quantity: '60', unit: 'kWh', days: null, unit_price: '0.2', amount: 12 }

test.each([
  ['energy', energy, '60 kWh × 0,2 = 12,00 €'],
  [
    'power',
    { ...energy, quantity: '4.6', unit: 'kW', days: 30, unit_price: '0.09', amount: 12.42 },
    '4,6 kW × 30 × 0,09 = 12,42 €',
  ],
  [
    'a daily charge',
    { ...energy, quantity: '30', unit: 'day', unit_price: '0.02663', amount: 0.8 },
    '30 × 0,02663 = 0,80 €',
  ],
  [
    'a tax',
    { ...energy, quantity: '47.54', unit: 'percent', unit_price: '21', amount: 9.98 },
    '47,54 € × 21 % = 9,98 €',
  ],
  ['an amount', { ...energy, quantity: '10.00', unit: 'EUR', unit_price: '-1', amount: -10 }, '-10,00 €'],
])('%s is written with its figures', (_, line, expected) => {
  expect(describeCaseLine(line, 'es').replaceAll('\u00a0', ' ').replace('−', '-')).toBe(expected)
})
