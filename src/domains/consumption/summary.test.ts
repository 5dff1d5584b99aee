import { expect, test } from 'vitest'
import { monthStarts, sampleCurve } from './curve-testing.ts'
import { summarizeConsumption } from './summary.ts'

const starts = monthStarts('2026-08', '2026-09', '2026-10')

test('summarises the usage, its share in the most expensive hours, and the busiest interval', () => {
  const curve = sampleCurve({
    starts,
    usedWh: [
      { period: 1, values: [20, 30, null] },
      { period: 2, values: [10, 10, null] },
      { period: 3, values: [20, 10, 10] },
    ],
    missingHours: [0, 3, 1.25],
    estimatedHours: [2, 0, 0],
  })
  expect(summarizeConsumption({ curve, before: null, periodCount: 3 })).toEqual({
    usedWh: 110,
    fedInWh: null,
    totalWh: 110,
    share: { period: 1, percent: 45 },
    change: null,
    // August and September have the same usage: the first of them is returned.
    busiest: { index: 0, period: null },
    missingHours: 4.25,
    estimatedHours: 2,
  })
})

test.each([
  ['exported energy is subtracted', [100], [30], { usedWh: 100, fedInWh: 30, totalWh: 70 }],
  ['exported energy may exceed usage', [10], [30], { usedWh: 10, fedInWh: 30, totalWh: -20 }],
  ['unknown is not zero', [null], [null], { usedWh: null, fedInWh: null, totalWh: null }],
])('totals: %s', (_, used, fedInWh, expected) => {
  const curve = sampleCurve({ starts: starts.slice(0, 1), usedWh: [{ period: 1, values: used }], fedInWh })
  expect(summarizeConsumption({ curve, before: null, periodCount: 3 })).toMatchObject(expected)
})

test('returns the cheapest of six periods, and no share for a period without energy', () => {
  const makeCurve = (period: 1 | 6) => sampleCurve({ starts, usedWh: [{ period, values: [1, 2, 3] }] })
  expect(summarizeConsumption({ curve: makeCurve(6), before: null, periodCount: 6 }).share).toEqual({
    period: 6,
    percent: 100,
  })
  expect(summarizeConsumption({ curve: makeCurve(1), before: null, periodCount: 6 }).share).toBeNull()
})

test('returns the busiest hour with its period', () => {
  const curve = sampleCurve({
    starts,
    usedWh: [{ period: 1, values: [null, 740, 510] }],
    periods: [3, 1, 2],
  })
  expect(summarizeConsumption({ curve, before: null, periodCount: 3 }).busiest).toEqual({ index: 1, period: 1 })
})

test('returns no busiest hour without usage', () => {
  const curve = sampleCurve({ starts, usedWh: [{ period: 1, values: [0, null, 0] }] })
  expect(summarizeConsumption({ curve, before: null, periodCount: 3 })).toMatchObject({ busiest: null, share: null })
})
