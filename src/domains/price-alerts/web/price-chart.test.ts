import { expect, test } from 'vitest'
import { priceChart } from './price-chart.ts'

const chartOf = (...prices: number[]) =>
  priceChart({
    prices: prices.map((price, index) => ({ price, day: `2026-11-${16 + index}` })),
    locale: 'es',
    words: { pane: '€/MWh', series: 'Precio' },
    priceOf: (price) => `${price.toFixed(2)} €/MWh`,
  })

test.each([
  [[64.21, 69.4], '55', 'as far below as the prices reach'],
  [[80, 80], '80', 'one price that never moved'],
  [[3, 9], '0', 'no price is below zero'],
])('the scale of %o begins at %s: %s', (prices, base) => {
  expect(chartOf(...prices).panes[0]!.writeTick(0)).toBe(base)
})

test('each day is told with its own price, and nothing is added up', () => {
  const { count, panes, nameOf, tickOf } = chartOf(66.12, 69.4, 64.21)
  const [pane] = panes
  expect(count).toBe(3)
  expect(pane!.series).toEqual([])
  expect(pane!.marks!.values.map((value) => pane!.write(value!))).toEqual(['66.12 €/MWh', '69.40 €/MWh', '64.21 €/MWh'])
  expect([nameOf({ first: 1, last: 1 }), tickOf({ first: 1, last: 1 })]).toEqual(['17/11/2026', '17/11'])
})
