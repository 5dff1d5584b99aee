import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areSameBars, levelFor, levelsOf, stackOf, sumOf, visibleGroups } from './bar-groups.ts'
import type { Series } from './chart-data.ts'

const days = (...starts: number[]) => [{ starts, label: 'Cada barra es un día' }]
const hoursOfTwoDays = { count: 48, groupings: days(0, 24) }
const all = { first: 0, last: 47 }

test.each([
  ['single bars where there is room', hoursOfTwoDays, all, 48, 48, { first: 1, last: 1 }],
  ['whole days where hours do not fit', hoursOfTwoDays, all, 47, 2, { first: 24, last: 47 }],
  ['as many as needed where days do not fit either', hoursOfTwoDays, all, 1, 1, undefined],
  ['hours again when zoomed in', hoursOfTwoDays, { first: 20, last: 29 }, 10, 48, { first: 1, last: 1 }],
  ['equal parts without natural groups, the last one shorter', { count: 10 }, { first: 0, last: 9 }, 4, 4, undefined],
  ['nothing', { count: 0 }, { first: 0, last: -1 }, 300, 0, undefined],
])('groups bars: %s', (_, data, shown, columns, count, second) => {
  const { groups } = levelFor(data, shown, columns)
  expect(groups).toHaveLength(count)
  if (second) expect(groups[1]).toEqual(second)
})

test('puts at most one group into a pixel column and each bar into one group, for any number of bars', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 2_000 }), (count, columns) => {
      const whole = { first: 0, last: count - 1 }
      const { groups } = levelFor({ count }, whole, columns)
      expect(visibleGroups(groups, whole).length).toBeLessThanOrEqual(columns)
      expect(groups[0]!.first).toBe(0)
      expect(groups.at(-1)!.last).toBe(count - 1)
      expect(groups.every(({ first }, index) => index === 0 || first === groups[index - 1]!.last + 1)).toBe(true)
    }),
  )
})

test('labels what a bar stands for when bars are grouped', () => {
  expect(levelFor(hoursOfTwoDays, all, 10).label).toBe('Cada barra es un día')
  expect(levelFor(hoursOfTwoDays, all, 48).label).toBeUndefined()
})

test('groups a day of 23 hours like any other', () => {
  expect(levelsOf({ count: 47, groupings: days(0, 23) })[1]).toEqual([
    { first: 0, last: 22 },
    { first: 23, last: 46 },
  ])
})

test.each([
  ['groups outside the range are hidden', { first: 24, last: 30 }, [{ first: 24, last: 47 }]],
  [
    'partly visible groups count',
    { first: 23, last: 24 },
    [
      { first: 0, last: 23 },
      { first: 24, last: 47 },
    ],
  ],
])('visible groups: %s', (_, shown, expected) => {
  expect(visibleGroups(levelsOf(hoursOfTwoDays)[1]!, shown)).toEqual(expected)
})

test.each([
  ['missing values are not zero', [null, null], null],
  ['missing values are skipped', [null, 3, 4], 7],
  ['zero is a value', [0, null], 0],
])('sum: %s', (_, values, expected) => {
  expect(sumOf(values, { first: 0, last: values.length - 1 })).toBe(expected)
})

const paint = { fill: '--p1', mark: '--p1-mark', pattern: 'plain' } as const
const series = (...values: (number | null)[]): Series => ({ key: 'a', label: 'A', paint, values })

test('stacks parts, and draws negative ones below the axis', () => {
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

test('draws a series with isBelow below the axis and subtracts it from the sum', () => {
  const stack = stackOf([series(5), { ...series(2), isBelow: true }], { first: 0, last: 0 })
  expect(stack).toMatchObject({ top: 5, bottom: -2, total: 3 })
})

test('gives a bar without data no total', () => {
  expect(stackOf([series(null)], { first: 0, last: 0 })).toMatchObject({ parts: [], total: null })
})

test('treats data with an added comparison as the same bars', () => {
  const used = series(1, 2)
  const pane = { title: 'kWh', series: [used], format: String, formatTick: String }
  const chart = { count: 2, panes: [pane], nameOf: () => '', tickOf: () => '' }
  const compared = { ...chart, panes: [{ ...pane, marks: { label: '', token: '--last-year', values: [3] } as const }] }
  expect(areSameBars(chart, compared)).toBe(true)
  expect(areSameBars(chart, { ...chart, panes: [{ ...pane, series: [series(1, 2)] }] })).toBe(false)
})
