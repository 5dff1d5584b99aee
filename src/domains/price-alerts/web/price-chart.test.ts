import { expect, test } from 'vitest'
import { buildPriceChart } from './price-chart.ts'

const chartOf = (...prices: number[]) =>
  buildPriceChart({
    prices: prices.map((price, index) => ({ price, day: `2026-11-${16 + index}` })),
    locale: 'es',
    texts: { pane: '€/MWh', series: 'Precio' },
    priceOf: (price) => `${price.toFixed(2)} €/MWh`,
  })

test.each([
  [[64.21, 69.4], '55', 'as far below as the prices reach'],
  [[80, 80], '80', 'one price that never moved'],
  [[3, 9], '0', 'no price is below zero'],
])('starts the scale of %o at %s: %s', (prices, base) => {
  expect(chartOf(...prices).panes[0]!.formatTick(0)).toBe(base)
})

test('shows each day with its own price, without sums', () => {
  const { count, panes, nameOf, tickOf } = chartOf(66.12, 69.4, 64.21)
  const [pane] = panes
  expect(count).toBe(3)
  expect(pane!.series).toEqual([])
  expect(pane!.marks!.values.map((value) => pane!.format(value!))).toEqual([
    '66.12 €/MWh',
    '69.40 €/MWh',
    '64.21 €/MWh',
  ])
  expect([nameOf({ first: 1, last: 1 }), tickOf({ first: 1, last: 1 })]).toEqual(['17/11/2026', '17/11'])
})
