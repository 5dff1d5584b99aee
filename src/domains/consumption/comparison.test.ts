import { expect, test } from 'vitest'
import { changeSince, comparableRange, usedYearBefore, yearBefore } from './comparison.ts'
import { aCurve, monthStarts } from './curve-testing.ts'

test.each([
  ['twelve months', '2025-11-01', '2026-10-31', ['2024-11-01', '2025-10-31']],
  ['to the end of a leap February', '2025-03-01', '2024-02-29', ['2024-03-01', '2023-02-28']],
  [
    'to the end of a common February, when the one before was longer',
    '2025-02-01',
    '2025-02-28',
    ['2024-02-01', '2024-02-29'],
  ],
  ['a day', '2026-10-14', '2026-10-14', ['2025-10-14', '2025-10-14']],
])('a year before: %s', (_, start, end, [first, last]) => {
  expect(yearBefore({ start, end })).toEqual({ start: first, end: last })
})

test.each([
  ['a year by month', 'monthly', '2025-11-01', '2026-10-31', '2024-11-01', true],
  ['the data begin within the year before', 'monthly', '2025-11-01', '2026-10-31', '2025-10-31', true],
  ['the data begin after it', 'monthly', '2025-11-01', '2026-10-31', '2025-11-01', false],
  ['there are no data', 'daily', '2026-10-01', '2026-10-31', null, false],
  ['a year by hour has more bars than marks can be seen on', 'hourly', '2025-11-01', '2026-10-31', '2020-01-01', false],
] as const)('whether to compare: %s', (_, type, start, end, dataFrom, isCompared) => {
  expect(comparableRange({ type, range: { start, end }, dataFrom }) !== null).toBe(isCompared)
})

test('each month is held against the same month, and what was not told stays unknown', () => {
  const curve = aCurve({ starts: monthStarts('2026-01', '2026-02') })
  const before = aCurve({
    starts: monthStarts('2025-02', '2025-03'),
    usedWh: [
      { period: 1, values: [10, 1] },
      { period: 3, values: [5, 1] },
    ],
  })
  expect(usedYearBefore(curve, before)).toEqual([null, 15])
})

test('an hour is held against that of the same clock, the repeated one against its first passage', () => {
  const hour = (text: string) => `${text}:00:00`
  const curve = aCurve({
    type: 'hourly',
    starts: [`${hour('2026-10-26T02')}+01:00`, `${hour('2026-10-26T03')}+01:00`],
  })
  const before = aCurve({
    type: 'hourly',
    starts: [`${hour('2025-10-26T02')}+02:00`, `${hour('2025-10-26T02')}+01:00`, `${hour('2025-10-26T03')}+01:00`],
    usedWh: [{ period: 3, values: [1, 2, 3] }],
  })
  expect(usedYearBefore(curve, before)).toEqual([1, 3])
})

const year = {
  now: monthStarts('2026-09', '2026-10', '2026-11'),
  earlier: monthStarts('2025-09', '2025-10', '2025-11'),
}
const used = (...values: (number | null)[]) => [{ period: 1 as const, values }]

test.each([
  ['less', used(90, null, null), {}, used(100, null, null), {}, -10],
  ['more', used(50, 101, null), {}, used(50, 50, null), {}, 51],
  ['the same', used(100, null, null), {}, used(100, null, null), {}, 0],
  ['a month that is still running is left out', used(90, null, 1), {}, used(100, null, 100), {}, -10],
  ['a month with gaps is left out', used(90, 1, null), { missingHours: [0, 5, 0] }, used(100, 100, null), {}, -10],
  ['so is one with gaps a year before', used(90, 100, null), {}, used(100, 1, null), { missingHours: [0, 5, 0] }, -10],
  ['nothing to hold it against', used(90, null, null), {}, used(null, 100, null), {}, null],
  ['nothing was used then', used(90, null, null), {}, used(0, null, null), {}, null],
])('against a year before: %s', (_, usedWh, gaps, usedThen, gapsThen, percent) => {
  const curve = aCurve({ starts: year.now, usedWh, ...gaps })
  const before = aCurve({ starts: year.earlier, usedWh: usedThen, ...gapsThen })
  expect(changeSince(curve, before)?.percent ?? null).toBe(percent)
})
