import { expect, test } from 'vitest'
import {
  chartTypes,
  computeDefaultRange,
  countMonths,
  fitRangeToView,
  hasCurves,
  isValidRange,
  listPresetRanges,
  maxDays,
  parseChartType,
  resolveRange,
  shiftRange,
} from './rules.ts'

test.each([
  ['monthly', 'monthly'],
  ['quarter-hourly', 'quarter-hourly'],
  ['yearly', null],
  ['__proto__', null],
])('parses the type %s in a path as %s', (name, expected) => {
  expect(parseChartType(name)).toBe(expected)
})

test.each([
  ['a running month is left out', 'monthly', '2026-11-17', ['2025-11-01', '2026-10-31']],
  ['a month is complete on its last day', 'monthly', '2026-10-31', ['2025-11-01', '2026-10-31']],
  ['the months of a contract that ended long ago', 'monthly', '2024-02-28', ['2023-02-01', '2024-01-31']],
  ['February of a leap year', 'monthly', '2024-02-29', ['2023-03-01', '2024-02-29']],
  ['thirty days by day', 'daily', '2026-11-17', ['2026-10-19', '2026-11-17']],
  ['one day by hour', 'hourly', '2026-11-17', ['2026-11-17', '2026-11-17']],
  ['one day by quarter of an hour', 'quarter-hourly', '2026-11-17', ['2026-11-17', '2026-11-17']],
] as const)('computes the default range: %s', (_, type, dataUntil, [start, end]) => {
  expect(computeDefaultRange(type, dataUntil)).toEqual({ start, end })
})

test.each([
  ['one day', 'hourly', '2026-10-25', '2026-10-25', true],
  ['a year of quarters', 'quarter-hourly', '2025-11-18', '2026-11-17', true],
  ['a leap year of quarters', 'quarter-hourly', '2024-01-01', '2024-12-31', true],
  ['more than a year of quarters', 'quarter-hourly', '2025-11-17', '2026-11-18', false],
  ['more than a year of hours', 'hourly', '2024-01-01', '2025-01-01', false],
  ['three years of days', 'daily', '2024-01-01', '2026-12-31', true],
  ['ten years of months', 'monthly', '2017-01-01', '2026-12-31', true],
  ['a start after its end', 'daily', '2026-10-02', '2026-10-01', false],
  ['a day that does not exist', 'daily', '2026-02-01', '2026-02-30', false],
  ['another date format', 'daily', '01/02/2026', '03/02/2026', false],
  ['no end', 'daily', '2026-10-02', undefined, false],
  ['no start', 'daily', undefined, '2026-10-02', false],
  ['empty values', 'daily', '', '', false],
] as const)('validates a requested range: %s', (_, type, start, end, isTaken) => {
  expect(resolveRange(type, { start, end }, '2026-11-17')).toEqual(isTaken ? { start, end } : null)
})

test('returns the default without a range', () => {
  expect(resolveRange('daily', {}, '2026-11-17')).toEqual(computeDefaultRange('daily', '2026-11-17'))
})

test('limits finer intervals to shorter ranges', () => {
  expect(maxDays.monthly).toBeGreaterThan(maxDays.daily)
  expect(maxDays.daily).toBeGreaterThan(maxDays.hourly)
  expect(maxDays.hourly).toBeGreaterThanOrEqual(maxDays['quarter-hourly'])
})

test.each([
  ['a year by months', '2025-11-01', '2026-10-31', -1, ['2024-11-01', '2025-10-31']],
  ['a month, whatever the length of its neighbour', '2026-03-01', '2026-03-31', -1, ['2026-02-01', '2026-02-28']],
  ['a month forward', '2026-01-01', '2026-01-31', 1, ['2026-02-01', '2026-02-28']],
  ['a day', '2026-10-14', '2026-10-14', 1, ['2026-10-15', '2026-10-15']],
  ['thirty days', '2026-10-19', '2026-11-17', -1, ['2026-09-19', '2026-10-18']],
] as const)('shifts a range by its own length: %s', (_, start, end, by, [first, last]) => {
  expect(shiftRange({ start, end }, by)).toEqual({ start: first, end: last })
})

test.each([
  ['a year by day is its last month', 'daily', '2025-11-01', '2026-10-31', ['2026-10-01', '2026-10-31']],
  ['two months by day stay', 'daily', '2026-09-01', '2026-10-31', ['2026-09-01', '2026-10-31']],
  ['a month by hour is its last day', 'hourly', '2026-10-01', '2026-10-31', ['2026-10-31', '2026-10-31']],
  ['a week by hour stays', 'hourly', '2026-10-01', '2026-10-07', ['2026-10-01', '2026-10-07']],
  ['a day by hour stays', 'quarter-hourly', '2026-10-14', '2026-10-14', ['2026-10-14', '2026-10-14']],
  ['a day by day is the month around it', 'daily', '2026-10-14', '2026-10-14', ['2026-10-01', '2026-10-31']],
  ['a month by month is the default', 'monthly', '2026-10-01', '2026-10-31', null],
  ['a year by month stays', 'monthly', '2025-01-01', '2025-12-31', ['2025-01-01', '2025-12-31']],
] as const)('fits a range to another view: %s', (_, type, start, end, expected) => {
  expect(fitRangeToView(type, { start, end })).toEqual(expected ? { start: expected[0], end: expected[1] } : undefined)
})

test('counts months across the turn of the year', () => {
  expect(countMonths({ start: '2025-11-15', end: '2026-01-02' })).toBe(3)
})

test.each([
  ['2.0TD', true],
  ['6.1TDVE', true],
  ['RL.2', false],
])('has curves for a contract of %s: %s', (tariff, expected) => {
  expect(hasCurves(tariff)).toBe(expected)
})

const offer = { today: '2026-11-23', first: '2025-03-10', last: '2026-11-20' }

test.each([
  [
    'monthly',
    [
      ['last12Months', '2025-11-01', '2026-10-31'],
      ['thisYear', '2026-01-01', '2026-11-30'],
      ['lastYear', '2025-01-01', '2025-12-31'],
    ],
    'whole months, the last twelve complete ones',
  ],
  [
    'daily',
    [
      ['last12Months', '2025-11-24', '2026-11-23'],
      ['thisYear', '2026-01-01', '2026-11-23'],
      ['lastYear', '2025-01-01', '2025-12-31'],
      ['lastMonth', '2026-10-01', '2026-10-31'],
    ],
    'until today',
  ],
] as const)('lists preset ranges for a %s curve as %j: %s', (type, ranges, _) => {
  expect(listPresetRanges({ type, ...offer }).map(({ name, range }) => [name, range.start, range.end])).toEqual(ranges)
})

test('lists only preset ranges with data, and of a valid length', () => {
  expect(listPresetRanges({ type: 'daily', ...offer, first: '2026-11-01' }).map(({ name }) => name)).toEqual([
    'last12Months',
    'thisYear',
  ])
  expect(listPresetRanges({ type: 'daily', ...offer, first: null })).toEqual([])
  for (const type of chartTypes)
    for (const { range } of listPresetRanges({ type, ...offer, today: '2028-12-31' }))
      expect(isValidRange(type, range)).toBe(true)
})
