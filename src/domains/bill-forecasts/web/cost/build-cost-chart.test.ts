import { expect, test } from 'vitest'
import type { CurveTexts } from '#domains/consumption/web/curve-chart.ts'
import type { CurveCost } from '../../api.ts'
import { buildCostChart, sumCosts } from './build-cost-chart.ts'

const cost: CurveCost = {
  ...{ start: '2026-09-01', end: '2026-10-31', not_billed_from: null, follows_market: false },
  date: ['2026-09-01T00:00:00+02:00', '2026-10-01T00:00:00+02:00'],
  energy: [
    { period: 'P1', cost: [10.5, null] },
    { period: 'P3', cost: [4.25, null] },
    { period: null, cost: [null, null] },
  ],
  fixed: [20, null],
}
const texts: CurveTexts = {
  ...{ period: (period) => `P${period}`, grouping: (name) => name, span: () => '', gaps: () => null },
  ...{ fedIn: '', reactive: '', yearBefore: '', total: '', net: '' },
}
const labels = { axis: '€', energy: 'Energía', fixed: 'Fijo', total: 'Total' }
const chart = buildCostChart(cost, { type: 'monthly', periodCount: 3, locale: 'es', texts, labels })

test('draws the energy of each period on what does not follow it, and leaves out what nothing is known of', () => {
  const [{ series }] = chart.panes as [(typeof chart.panes)[number]]
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ['Fijo', [2000, null]],
    ['P1', [1050, null]],
    ['P3', [425, null]],
  ])
  expect(chart.isMissing).toEqual([false, true])
})

test('sums what is known to the cent', () => {
  expect(sumCosts(cost)).toEqual({ energyCents: 1475, fixedCents: 2000 })
})
