import { expect, test } from 'vitest'
import { computeChange, findComparableRange, findUsageYearBefore, shiftToYearBefore } from './comparison.ts'
import { monthStarts, sampleCurve } from './curve-testing.ts'

test.each([
  ['twelve months', '2025-11-01', '2026-10-31', ['2024-11-01', '2025-10-31']],
  ['to the end of a leap February', '2025-03-01', '2024-02-29', ['2024-03-01', '2023-02-28']],
  ['to the end of a common February after a leap year', '2025-02-01', '2025-02-28', ['2024-02-01', '2024-02-29']],
  ['a day', '2026-10-14', '2026-10-14', ['2025-10-14', '2025-10-14']],
])('shiftToYearBefore: %s', (_, start, end, [first, last]) => {
  expect(shiftToYearBefore({ start, end })).toEqual({ start: first, end: last })
})

test.each([
  ['a year by month', 'monthly', '2025-11-01', '2026-10-31', '2024-11-01', true],
  ['data that begin within the year before', 'monthly', '2025-11-01', '2026-10-31', '2025-10-31', true],
  ['data that begin after it', 'monthly', '2025-11-01', '2026-10-31', '2025-11-01', false],
  ['no data', 'daily', '2026-10-01', '2026-10-31', null, false],
  [
    'a year by hour, which has too many bars for visible marks',
    'hourly',
    '2025-11-01',
    '2026-10-31',
    '2020-01-01',
    false,
  ],
] as const)('findComparableRange: %s', (_, type, start, end, dataFrom, isCompared) => {
  expect(findComparableRange({ type, range: { start, end }, dataFrom }) !== null).toBe(isCompared)
})

test('compares each month with the same month a year before, and leaves missing values unknown', () => {
  const curve = sampleCurve({ starts: monthStarts('2026-01', '2026-02') })
  const before = sampleCurve({
    starts: monthStarts('2025-02', '2025-03'),
    usedWh: [
      { period: 1, values: [10, 1] },
      { period: 3, values: [5, 1] },
    ],
  })
  expect(findUsageYearBefore(curve, before)).toEqual([null, 15])
})

test('compares an hour with the same clock hour a year before, and the repeated one with its first occurrence', () => {
  const hour = (text: string) => `${text}:00:00`
  const curve = sampleCurve({
    type: 'hourly',
    starts: [`${hour('2026-10-26T02')}+01:00`, `${hour('2026-10-26T03')}+01:00`],
  })
  const before = sampleCurve({
    type: 'hourly',
    starts: [`${hour('2025-10-26T02')}+02:00`, `${hour('2025-10-26T02')}+01:00`, `${hour('2025-10-26T03')}+01:00`],
    usedWh: [{ period: 3, values: [1, 2, 3] }],
  })
  expect(findUsageYearBefore(curve, before)).toEqual([1, 3])
})

const year = {
  now: monthStarts('2026-09', '2026-10', '2026-11'),
  earlier: monthStarts('2025-09', '2025-10', '2025-11'),
}
const used = (...values: (number | null)[]) => [{ period: 1 as const, values }]

test.each([
  ['less', used(90, null, null), {}, used(100, null, null), {}, -10],
  ['more', used(50, 101, null), {}, used(50, 50, null), {}, 51],
  ['equal usage', used(100, null, null), {}, used(100, null, null), {}, 0],
  ['a running month is left out', used(90, null, 1), {}, used(100, null, 100), {}, -10],
  ['a month with gaps is left out', used(90, 1, null), { missingHours: [0, 5, 0] }, used(100, 100, null), {}, -10],
  [
    'a month with gaps in the year before is left out',
    used(90, 100, null),
    {},
    used(100, 1, null),
    { missingHours: [0, 5, 0] },
    -10,
  ],
  ['nothing to compare with', used(90, null, null), {}, used(null, 100, null), {}, null],
  ['no usage in the year before', used(90, null, null), {}, used(0, null, null), {}, null],
])('computeChange: %s', (_, usedWh, gaps, usedThen, gapsThen, percent) => {
  const curve = sampleCurve({ starts: year.now, usedWh, ...gaps })
  const before = sampleCurve({ starts: year.earlier, usedWh: usedThen, ...gapsThen })
  expect(computeChange(curve, before)?.percent ?? null).toBe(percent)
})
