import { expect, test } from 'vitest'
import {
  chartTypeOf,
  chartTypes,
  defaultRange,
  hasCurves,
  isRange,
  monthCount,
  mostDays,
  offeredRanges,
  rangeInView,
  readRange,
  shifted,
} from './rules.ts'

test.each([
  ['monthly', 'monthly'],
  ['quarter-hourly', 'quarter-hourly'],
  ['yearly', null],
  ['__proto__', null],
])('the type %s in a path is %s', (name, expected) => {
  expect(chartTypeOf(name)).toBe(expected)
})

test.each([
  ['the month that is still running is left out', 'monthly', '2026-11-17', ['2025-11-01', '2026-10-31']],
  ['a month is complete on its last day', 'monthly', '2026-10-31', ['2025-11-01', '2026-10-31']],
  ['the months of a contract that ended long ago', 'monthly', '2024-02-28', ['2023-02-01', '2024-01-31']],
  ['February of a leap year', 'monthly', '2024-02-29', ['2023-03-01', '2024-02-29']],
  ['thirty days by day', 'daily', '2026-11-17', ['2026-10-19', '2026-11-17']],
  ['one day by hour', 'hourly', '2026-11-17', ['2026-11-17', '2026-11-17']],
  ['one day by quarter of an hour', 'quarter-hourly', '2026-11-17', ['2026-11-17', '2026-11-17']],
] as const)('without a range: %s', (_, type, dataUntil, [start, end]) => {
  expect(defaultRange(type, dataUntil)).toEqual({ start, end })
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
  ['another way to write days', 'daily', '01/02/2026', '03/02/2026', false],
  ['no end', 'daily', '2026-10-02', undefined, false],
  ['no start', 'daily', undefined, '2026-10-02', false],
  ['nothing between the signs', 'daily', '', '', false],
] as const)('a range is asked: %s', (_, type, start, end, isTaken) => {
  expect(readRange(type, { start, end }, '2026-11-17')).toEqual(isTaken ? { start, end } : null)
})

test('nothing asked is the default', () => {
  expect(readRange('daily', {}, '2026-11-17')).toEqual(defaultRange('daily', '2026-11-17'))
})

test('the finer the intervals, the shorter the range', () => {
  expect(mostDays.monthly).toBeGreaterThan(mostDays.daily)
  expect(mostDays.daily).toBeGreaterThan(mostDays.hourly)
  expect(mostDays.hourly).toBeGreaterThanOrEqual(mostDays['quarter-hourly'])
})

test.each([
  ['a year by its months', '2025-11-01', '2026-10-31', -1, ['2024-11-01', '2025-10-31']],
  ['a month, however long its neighbour is', '2026-03-01', '2026-03-31', -1, ['2026-02-01', '2026-02-28']],
  ['a month on', '2026-01-01', '2026-01-31', 1, ['2026-02-01', '2026-02-28']],
  ['a day', '2026-10-14', '2026-10-14', 1, ['2026-10-15', '2026-10-15']],
  ['thirty days', '2026-10-19', '2026-11-17', -1, ['2026-09-19', '2026-10-18']],
] as const)('a range moves by its own length: %s', (_, start, end, by, [first, last]) => {
  expect(shifted({ start, end }, by)).toEqual({ start: first, end: last })
})

test.each([
  ['a year by day is its last month', 'daily', '2025-11-01', '2026-10-31', ['2026-10-01', '2026-10-31']],
  ['two months by day stay', 'daily', '2026-09-01', '2026-10-31', ['2026-09-01', '2026-10-31']],
  ['a month by hour is its last day', 'hourly', '2026-10-01', '2026-10-31', ['2026-10-31', '2026-10-31']],
  ['a week by hour stays', 'hourly', '2026-10-01', '2026-10-07', ['2026-10-01', '2026-10-07']],
  ['a day by hour stays', 'quarter-hourly', '2026-10-14', '2026-10-14', ['2026-10-14', '2026-10-14']],
  ['a day by day is the month round it', 'daily', '2026-10-14', '2026-10-14', ['2026-10-01', '2026-10-31']],
  ['a month by month is the default', 'monthly', '2026-10-01', '2026-10-31', null],
  ['a year by month stays', 'monthly', '2025-01-01', '2025-12-31', ['2025-01-01', '2025-12-31']],
] as const)('in another view: %s', (_, type, start, end, expected) => {
  expect(rangeInView(type, { start, end })).toEqual(expected ? { start: expected[0], end: expected[1] } : undefined)
})

test('months are counted across the turn of the year', () => {
  expect(monthCount({ start: '2025-11-15', end: '2026-01-02' })).toBe(3)
})

test.each([
  ['2.0TD', true],
  ['6.1TDVE', true],
  ['RL.2', false],
])('whether a contract of %s has curves: %s', (tariff, expected) => {
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
] as const)('ready made ranges of a %s curve are %j: %s', (type, ranges, _) => {
  expect(offeredRanges({ type, ...offer }).map(({ name, range }) => [name, range.start, range.end])).toEqual(ranges)
})

test('a ready made range has data, and one question may span it', () => {
  expect(offeredRanges({ type: 'daily', ...offer, first: '2026-11-01' }).map(({ name }) => name)).toEqual([
    'last12Months',
    'thisYear',
  ])
  expect(offeredRanges({ type: 'daily', ...offer, first: null })).toEqual([])
  for (const type of chartTypes)
    for (const { range } of offeredRanges({ type, ...offer, today: '2028-12-31' }))
      expect(isRange(type, range)).toBe(true)
})
