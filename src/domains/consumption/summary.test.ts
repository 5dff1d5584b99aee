import { expect, test } from 'vitest'
import { aCurve, monthStarts } from './curve-testing.ts'
import { factsOf } from './summary.ts'

const starts = monthStarts('2026-08', '2026-09', '2026-10')

test('what was used, how much of it at the dearest hours, and when most', () => {
  const curve = aCurve({
    starts,
    usedWh: [
      { period: 1, values: [20, 30, null] },
      { period: 2, values: [10, 10, null] },
      { period: 3, values: [20, 10, 10] },
    ],
    missingHours: [0, 3, 1.25],
    estimatedHours: [2, 0, 0],
  })
  expect(factsOf({ curve, before: null, periodCount: 3 })).toEqual({
    usedWh: 110,
    fedInWh: null,
    totalWh: 110,
    share: { period: 1, percent: 45 },
    change: null,
    // August and September come to the same: the first of them is told.
    busiest: { index: 0, period: null },
    missingHours: 4.25,
    estimatedHours: 2,
  })
})

test.each([
  ['what was fed into the grid is taken off', [100], [30], { usedWh: 100, fedInWh: 30, totalWh: 70 }],
  ['more may be fed in than used', [10], [30], { usedWh: 10, fedInWh: 30, totalWh: -20 }],
  ['nothing known is not zero', [null], [null], { usedWh: null, fedInWh: null, totalWh: null }],
])('totals: %s', (_, used, fedInWh, expected) => {
  const curve = aCurve({ starts: starts.slice(0, 1), usedWh: [{ period: 1, values: used }], fedInWh })
  expect(factsOf({ curve, before: null, periodCount: 3 })).toMatchObject(expected)
})

test('with six periods the cheapest is told, and none where it has no energy', () => {
  const told = (period: 1 | 6) => aCurve({ starts, usedWh: [{ period, values: [1, 2, 3] }] })
  expect(factsOf({ curve: told(6), before: null, periodCount: 6 }).share).toEqual({ period: 6, percent: 100 })
  expect(factsOf({ curve: told(1), before: null, periodCount: 6 }).share).toBeNull()
})

test('the hour of most use is told with its period', () => {
  const curve = aCurve({
    starts,
    usedWh: [{ period: 1, values: [null, 740, 510] }],
    periods: [3, 1, 2],
  })
  expect(factsOf({ curve, before: null, periodCount: 3 }).busiest).toEqual({ index: 1, period: 1 })
})

test('where nothing was used, no hour is the busiest', () => {
  const curve = aCurve({ starts, usedWh: [{ period: 1, values: [0, null, 0] }] })
  expect(factsOf({ curve, before: null, periodCount: 3 })).toMatchObject({ busiest: null, share: null })
})
