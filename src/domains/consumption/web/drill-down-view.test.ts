import { expect, test } from 'vitest'
import { type DrillDownView, findDrillDownView } from './drill-down-view.ts'
import type { Span } from './interval-names.ts'

const day = '2026-02-14'
const oneDay = { start: day, end: day }
const hour: Span = { kind: 'clock', day, from: '20:00', to: '21:00', passage: null }

test.each<[string, Parameters<typeof findDrillDownView>[0], Span, DrillDownView | null]>([
  [
    'a month opens its days',
    { type: 'monthly', stepMinutes: 60 },
    { kind: 'month', day: '2026-02-01' },
    { type: 'daily', range: { start: '2026-02-01', end: '2026-02-28' } },
  ],
  [
    'a day opens its hours',
    { type: 'daily', stepMinutes: 60 },
    { kind: 'day', day },
    { type: 'hourly', range: oneDay },
  ],
  [
    'a week among many days opens those days',
    { type: 'daily', stepMinutes: 60 },
    { kind: 'days', first: '2026-02-09', last: '2026-02-15' },
    { type: 'daily', range: { start: '2026-02-09', end: '2026-02-15' } },
  ],
  [
    'a day among many quarters opens its quarters',
    { type: 'quarter-hourly', stepMinutes: 15 },
    { kind: 'day', day },
    { type: 'quarter-hourly', range: oneDay },
  ],
  ['an hour opens its quarters', { type: 'hourly', stepMinutes: 15 }, hour, { type: 'quarter-hourly', range: oneDay }],
  ['an hour without finer measurements opens nothing', { type: 'hourly', stepMinutes: 60 }, hour, null],
  ['a quarter of an hour opens nothing', { type: 'quarter-hourly', stepMinutes: 15 }, hour, null],
])('%s', (_, curve, span, expected) => {
  expect(findDrillDownView(curve, span)).toEqual(expected)
})
