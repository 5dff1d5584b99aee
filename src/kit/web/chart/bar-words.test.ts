import { expect, test } from 'vitest'
import { spokenWords, wordsOf } from './bar-words.ts'
import type { ChartData, Pane } from './chart-data.ts'

const paint = { fill: '--p1', mark: '--p1-mark', pattern: 'plain' } as const
const energy: Pane = {
  title: 'kWh',
  series: [
    { key: 'peak', label: 'Punta', paint, values: [10, null] },
    { key: 'valley', label: 'Valle', paint, values: [5, null] },
  ],
  marks: { label: 'Hace un año', token: '--last-year', values: [12, null] },
  write: (value) => `${value} kWh`,
  writeTick: String,
}
const reactive: Pane = {
  title: 'kVArh',
  series: [{ key: 'reactive', label: 'Reactiva', paint, values: [3, null] }],
  write: (value) => `${value} kVArh`,
  writeTick: String,
}
const data: ChartData = { count: 2, panes: [energy, reactive], nameOf: () => '', tickOf: () => '' }

test('a bar says its parts, their sum where there are several, and what it is compared with', () => {
  const words = wordsOf(data, { first: 0, last: 1 }, 'Total')
  expect(words.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Punta 10 kWh',
    'Valle 5 kWh',
    'Total 15 kWh',
    'Hace un año 12 kWh',
    'Reactiva 3 kVArh',
  ])
  expect(new Set(words.map(({ key }) => key)).size).toBe(words.length)
})

test('what a bar says adds up where it is rounded, also with what goes the other way', () => {
  const rounded: Pane = {
    ...energy,
    series: [
      { key: 'peak', label: 'Punta', paint, values: [40_400] },
      { key: 'valley', label: 'Valle', paint, values: [50_300] },
      { key: 'fedIn', label: 'Vertido', paint, values: [20_400], isBelow: true },
    ],
    write: (wh, step) => `${wh / 1_000} kWh in steps of ${step}`,
    stepOf: () => 1_000,
    marks: undefined,
  }
  const words = wordsOf({ ...data, count: 1, panes: [rounded] }, { first: 0, last: 0 }, 'Total')
  expect(words.map(({ label, value }) => `${label} ${value}`)).toEqual([
    'Punta 40 kWh in steps of 1000',
    'Valle 50 kWh in steps of 1000',
    'Vertido 20 kWh in steps of 1000',
    'Total 70.3 kWh in steps of 1000',
  ])
})

test('a bar of which nothing is known says so', () => {
  expect(spokenWords(wordsOf(data, { first: 1, last: 1 }, 'Total'), 'Sin datos')).toBe('Sin datos')
})
