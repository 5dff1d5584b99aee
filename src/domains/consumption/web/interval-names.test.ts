import { expect, test } from 'vitest'
import { daysFrom } from '#vocabulary/day.ts'
import { clockPositionOf, findClockChange, formatSpanTick, groupingsOf, type Span, spanOf } from './interval-names.ts'

const days = daysFrom('2026-09-28', '2026-11-02').map((day) => `${day}T00:00:00+02:00`)
const autumn = [
  '2026-10-24T23:00:00+02:00',
  '2026-10-25T00:00:00+02:00',
  '2026-10-25T01:00:00+02:00',
  '2026-10-25T02:00:00+02:00',
  '2026-10-25T02:00:00+01:00',
  '2026-10-25T03:00:00+01:00',
]
const quarters = ['00:00', '00:15', '00:30', '00:45', '01:00'].map((clock) => `2026-10-14T${clock}:00+02:00`)
const months = ['2026-09', '2026-10', '2026-11'].map((month) => `${month}-01T00:00:00+02:00`)

test.each<[string, Parameters<typeof spanOf>[0]['type'], string[], number, number, Span]>([
  ['a month', 'monthly', months, 1, 1, { kind: 'month', day: '2026-10-01' }],
  ['months', 'monthly', months, 0, 1, { kind: 'days', first: '2026-09-01', last: '2026-10-31' }],
  ['a day', 'daily', days, 0, 0, { kind: 'day', day: '2026-09-28' }],
  ['the days of a month', 'daily', days, 3, 33, { kind: 'month', day: '2026-10-01' }],
  ['the days of a week', 'daily', days, 0, 6, { kind: 'days', first: '2026-09-28', last: '2026-10-04' }],
  ['an hour', 'hourly', autumn, 2, 2, { kind: 'clock', day: '2026-10-25', from: '01:00', to: '02:00', passage: null }],
  [
    'an hour that repeats',
    'hourly',
    autumn,
    3,
    3,
    { kind: 'clock', day: '2026-10-25', from: '02:00', to: '03:00', passage: 'first' },
  ],
  [
    'its second occurrence',
    'hourly',
    autumn,
    4,
    4,
    { kind: 'clock', day: '2026-10-25', from: '02:00', to: '03:00', passage: 'second' },
  ],
  ['the last hour of a day', 'hourly', autumn.slice(0, 1), 0, 0, { kind: 'day', day: '2026-10-24' }],
  ['all hours of a day', 'hourly', autumn, 1, 5, { kind: 'day', day: '2026-10-25' }],
  [
    'a quarter of an hour',
    'quarter-hourly',
    quarters,
    3,
    3,
    { kind: 'clock', day: '2026-10-14', from: '00:45', to: '01:00', passage: null },
  ],
  [
    'the quarters of an hour',
    'quarter-hourly',
    quarters,
    0,
    3,
    { kind: 'clock', day: '2026-10-14', from: '00:00', to: '01:00', passage: null },
  ],
  [
    'an hour with hourly measurements, among quarters',
    'quarter-hourly',
    autumn,
    1,
    1,
    { kind: 'clock', day: '2026-10-25', from: '00:00', to: '01:00', passage: null },
  ],
  [
    'the last such hour',
    'quarter-hourly',
    [...autumn.slice(1), ...quarters],
    4,
    4,
    { kind: 'clock', day: '2026-10-25', from: '03:00', to: '04:00', passage: null },
  ],
])('%s', (_, type, starts, first, last, expected) => {
  expect(spanOf({ type, starts }, { first, last })).toEqual(expected)
})

test.each<[Span, boolean, string]>([
  [{ kind: 'month', day: '2026-10-01' }, false, 'oct'],
  [{ kind: 'month', day: '2026-10-01' }, true, 'oct\u00a026'],
  [{ kind: 'month', day: '2026-01-01' }, false, 'ene\u00a026'],
  [{ kind: 'day', day: '2026-10-04' }, false, '4'],
  [{ kind: 'days', first: '2026-10-05', last: '2026-10-11' }, false, '05/10'],
  [{ kind: 'clock', day: '2026-10-04', from: '20:00', to: '21:00', passage: null }, false, '20'],
  [{ kind: 'clock', day: '2026-10-04', from: '20:15', to: '20:30', passage: null }, false, '20:15'],
  [{ kind: 'clock', day: '2026-10-25', from: '02:00', to: '03:00', passage: 'first' }, false, '02'],
  [{ kind: 'clock', day: '2026-10-25', from: '02:00', to: '03:00', passage: 'second' }, false, '02*'],
])('formats %j for the axis', (span, hasYear, expected) => {
  expect(formatSpanTick(span, { hasYear, locale: 'es' })).toBe(expected)
})

test('groups days by weeks, which begin on Monday, and by months', () => {
  expect(groupingsOf({ type: 'daily', starts: days })).toEqual([
    { name: 'week', starts: [0, 7, 14, 21, 28, 35] },
    { name: 'month', starts: [0, 3, 34] },
  ])
})

test('groups quarters by hours, one of which October has twice', () => {
  const twice = ['01:45:00+02:00', '02:45:00+02:00', '02:00:00+01:00', '02:45:00+01:00', '03:00:00+01:00']
  const starts = twice.map((time) => `2026-10-25T${time}`)
  expect(groupingsOf({ type: 'quarter-hourly', starts })[0]?.starts).toEqual([0, 1, 2, 4])
})

test('does not group months', () => {
  expect(groupingsOf({ type: 'monthly', starts: months })).toEqual([])
})

const spring = ['00:00:00+01:00', '01:00:00+01:00', '03:00:00+02:00', '04:00:00+02:00'].map(
  (time) => `2026-03-29T${time}`,
)
const springInTheCanaries = ['2026-03-29T00:00:00+00:00', '2026-03-29T02:00:00+01:00', '2026-03-29T03:00:00+01:00']
const autumnQuarters = ['02:45:00+02:00', '02:00:00+01:00', '02:15:00+01:00'].map((time) => `2026-10-25T${time}`)
const acrossMonths = ['2026-10-24T23:00:00+02:00', '2026-10-26T00:00:00+01:00']

test.each([
  ['October repeats an hour', 'hourly', autumn, { kind: 'back', day: '2026-10-25', from: '02:00', to: '03:00' }],
  [
    'October repeats an hour, in quarters',
    'quarter-hourly',
    autumnQuarters,
    { kind: 'back', from: '02:00', to: '03:00' },
  ],
  ['March skips an hour', 'hourly', spring, { kind: 'forward', day: '2026-03-29', from: '02:00', to: '03:00' }],
  [
    'March skips another hour in the Canary Islands',
    'hourly',
    springInTheCanaries,
    { kind: 'forward', from: '01:00', to: '02:00' },
  ],
  ['none between days', 'daily', autumn, null],
  ['none where days are left out', 'hourly', acrossMonths, null],
] as const)('finds the clock change: %s', (_, type, starts, expected) => {
  const change = findClockChange({ type, starts })
  if (expected) expect(change).toMatchObject(expected)
  else expect(change).toBeNull()
})

test('positions hours by local time, whatever precedes them', () => {
  const placesOf = (starts: readonly string[]) =>
    starts.map((_, index) => clockPositionOf({ type: 'hourly', starts }, { first: index, last: index }))
  expect(placesOf(spring)).toEqual([0, 1, 3, 4])
  expect(placesOf(autumn.slice(1))).toEqual([0, 1, 2, 2, 3])
  expect(clockPositionOf({ type: 'quarter-hourly', starts: quarters }, { first: 3, last: 3 })).toBe(3)
  expect(clockPositionOf({ type: 'quarter-hourly', starts: quarters }, { first: 0, last: 3 })).toBe(0)
  expect(clockPositionOf({ type: 'daily', starts: days }, { first: 3, last: 3 })).toBeNull()
})
