import { expect, test } from 'vitest'
import { describeBarDetails, listBarDetails } from './bar-details.ts'
import type { ChartData, Pane } from './chart-data.ts'

const paint = { fill: '--p1', mark: '--p1-mark', pattern: 'plain' } as const
const energy: Pane = {
  title: 'kWh',
  series: [
    { key: 'peak', label: 'Punta', paint, values: [10, null] },
    { key: 'valley', label: 'Valle', paint, values: [5, null] },
  ],
  marks: { label: 'Hace un año', token: '--last-year', values: [12, null] },
  format: (value) => `${value} kWh`,
  formatTick: String,
}
const reactive: Pane = {
  title: 'kVArh',
  series: [{ key: 'reactive', label: 'Reactiva', paint, values: [3, null] }],
  format: (value) => `${value} kVArh`,
  formatTick: String,
}
const data: ChartData = { count: 2, panes: [energy, reactive], nameOf: () => '', tickOf: () => '' }

test('lists the parts of a bar, the sum of several parts, and the comparison value', () => {
  const details = listBarDetails(data, { first: 0, last: 1 }, 'Total')
  expect(details.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Punta 10 kWh',
    'Valle 5 kWh',
    'Total 15 kWh',
    'Hace un año 12 kWh',
    'Reactiva 3 kVArh',
  ])
  expect(new Set(details.map(({ key }) => key)).size).toBe(details.length)
})

test('rounds the parts so that they add up, including those counted negatively', () => {
  const rounded: Pane = {
    ...energy,
    series: [
      { key: 'peak', label: 'Punta', paint, values: [40_400] },
      { key: 'valley', label: 'Valle', paint, values: [50_300] },
      { key: 'fedIn', label: 'Vertido', paint, values: [20_400], isBelow: true },
    ],
    format: (wh, step) => `${wh / 1_000} kWh in steps of ${step}`,
    roundingStepOf: () => 1_000,
    marks: undefined,
  }
  const details = listBarDetails({ ...data, count: 1, panes: [rounded] }, { first: 0, last: 0 }, 'Total')
  expect(details.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Punta 40 kWh in steps of 1000',
    'Valle 50 kWh in steps of 1000',
    'Vertido 20 kWh in steps of 1000',
    'Total 70.3 kWh in steps of 1000',
  ])
})

test('reports a bar without data as missing', () => {
  expect(describeBarDetails(listBarDetails(data, { first: 1, last: 1 }, 'Total'), 'Sin datos')).toBe('Sin datos')
})
