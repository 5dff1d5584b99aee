import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Series } from './chart-data.ts'
import { areSameBars, levelFor, levelsOf, stackOf, sumOf, visibleOf } from './stretches.ts'

const days = (...starts: number[]) => [{ starts, label: 'Cada barra es un día' }]
const hoursOfTwoDays = { count: 48, groupings: days(0, 24) }
const all = { first: 0, last: 47 }

test.each([
  ['each bar for itself where there is room', hoursOfTwoDays, all, 48, 48, { first: 1, last: 1 }],
  ['whole days where hours do not fit', hoursOfTwoDays, all, 47, 2, { first: 24, last: 47 }],
  ['as many as it takes where days do not fit either', hoursOfTwoDays, all, 1, 1, undefined],
  ['hours again when looking closer', hoursOfTwoDays, { first: 20, last: 29 }, 10, 48, { first: 1, last: 1 }],
  ['even parts where nothing is natural, the last one shorter', { count: 10 }, { first: 0, last: 9 }, 4, 4, undefined],
  ['nothing', { count: 0 }, { first: 0, last: -1 }, 300, 0, undefined],
])('bars are drawn together: %s', (_, data, shown, columns, count, second) => {
  const { stretches } = levelFor(data, shown, columns)
  expect(stretches).toHaveLength(count)
  if (second) expect(stretches[1]).toEqual(second)
})

test('however many bars there are, no two share a column, and each is in one stretch', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 2_000 }), (count, columns) => {
      const whole = { first: 0, last: count - 1 }
      const { stretches } = levelFor({ count }, whole, columns)
      expect(visibleOf(stretches, whole).length).toBeLessThanOrEqual(columns)
      expect(stretches[0]!.first).toBe(0)
      expect(stretches.at(-1)!.last).toBe(count - 1)
      expect(stretches.every(({ first }, index) => index === 0 || first === stretches[index - 1]!.last + 1)).toBe(true)
    }),
  )
})

test('what a bar stands for is told where it is not itself', () => {
  expect(levelFor(hoursOfTwoDays, all, 10).label).toBe('Cada barra es un día')
  expect(levelFor(hoursOfTwoDays, all, 48).label).toBeUndefined()
})

test('a day of 23 hours is a group like any other', () => {
  expect(levelsOf({ count: 47, groupings: days(0, 23) })[1]).toEqual([
    { first: 0, last: 22 },
    { first: 23, last: 46 },
  ])
})

test.each([
  ['nothing is seen of what lies beside', { first: 24, last: 30 }, [{ first: 24, last: 47 }]],
  [
    'what is cut counts as seen',
    { first: 23, last: 24 },
    [
      { first: 0, last: 23 },
      { first: 24, last: 47 },
    ],
  ],
])('visible: %s', (_, shown, expected) => {
  expect(visibleOf(levelsOf(hoursOfTwoDays)[1]!, shown)).toEqual(expected)
})

test.each([
  ['missing is not zero', [null, null], null],
  ['what is missing leaves the rest', [null, 3, 4], 7],
  ['zero is known', [0, null], 0],
])('a sum: %s', (_, values, expected) => {
  expect(sumOf(values, { first: 0, last: values.length - 1 })).toBe(expected)
})

const paint = { fill: '--p1', mark: '--p1-mark', pattern: 'plain' } as const
const series = (...values: (number | null)[]): Series => ({ key: 'a', label: 'A', paint, values })

test('parts stand on each other, and what is below zero hangs from the axis', () => {
  const stack = stackOf([series(1, 2), series(4, null), series(-3, -1)], { first: 0, last: 1 })
  expect(stack).toEqual({
    first: 0,
    last: 1,
    parts: [
      { series: 0, from: 0, to: 3 },
      { series: 1, from: 3, to: 7 },
      { series: 2, from: 0, to: -4 },
    ],
    top: 7,
    bottom: -4,
    total: 3,
  })
})

test('a series that goes the other way hangs from the axis and counts against the sum', () => {
  const stack = stackOf([series(5), { ...series(2), isBelow: true }], { first: 0, last: 0 })
  expect(stack).toMatchObject({ top: 5, bottom: -2, total: 3 })
})

test('a bar of which nothing is known has no total', () => {
  expect(stackOf([series(null)], { first: 0, last: 0 })).toMatchObject({ parts: [], total: null })
})

test('the same bars with something to compare them with are no others', () => {
  const used = series(1, 2)
  const pane = { title: 'kWh', series: [used], write: String, writeTick: String }
  const chart = { count: 2, panes: [pane], nameOf: () => '', tickOf: () => '' }
  const compared = { ...chart, panes: [{ ...pane, marks: { label: '', token: '--last-year', values: [3] } as const }] }
  expect(areSameBars(chart, compared)).toBe(true)
  expect(areSameBars(chart, { ...chart, panes: [{ ...pane, series: [series(1, 2)] }] })).toBe(false)
})
