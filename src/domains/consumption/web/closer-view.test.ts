import { expect, test } from 'vitest'
import { type CloserView, closerView } from './closer-view.ts'
import type { Span } from './interval-names.ts'

const day = '2026-02-14'
const oneDay = { start: day, end: day }
const hour: Span = { kind: 'clock', day, from: '20:00', to: '21:00', passage: null }

test.each<[string, Parameters<typeof closerView>[0], Span, CloserView | null]>([
  [
    'a month opens its days',
    { type: 'monthly', stepMinutes: 60 },
    { kind: 'month', day: '2026-02-01' },
    { type: 'daily', range: { start: '2026-02-01', end: '2026-02-28' } },
  ],
  ['a day its hours', { type: 'daily', stepMinutes: 60 }, { kind: 'day', day }, { type: 'hourly', range: oneDay }],
  [
    'a week among many days, those days',
    { type: 'daily', stepMinutes: 60 },
    { kind: 'days', first: '2026-02-09', last: '2026-02-15' },
    { type: 'daily', range: { start: '2026-02-09', end: '2026-02-15' } },
  ],
  [
    'a day among many quarters stays in quarters',
    { type: 'quarter-hourly', stepMinutes: 15 },
    { kind: 'day', day },
    { type: 'quarter-hourly', range: oneDay },
  ],
  ['an hour its quarters', { type: 'hourly', stepMinutes: 15 }, hour, { type: 'quarter-hourly', range: oneDay }],
  ['an hour that is not measured closer opens nothing', { type: 'hourly', stepMinutes: 60 }, hour, null],
  ['nothing is finer than a quarter', { type: 'quarter-hourly', stepMinutes: 15 }, hour, null],
])('%s', (_, curve, span, expected) => {
  expect(closerView(curve, span)).toEqual(expected)
})
