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

test('a bar of which nothing is known says so', () => {
  expect(spokenWords(wordsOf(data, { first: 1, last: 1 }, 'Total'), 'Sin datos')).toBe('Sin datos')
})
