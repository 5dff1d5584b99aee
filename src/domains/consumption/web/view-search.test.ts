import { expect, test } from 'vitest'
import { parseViewSearch, toViewSearch } from './view-search.ts'

const october = { start: '2026-10-01', end: '2026-10-31' }

test.each([
  ['nothing: months by default', {}, { type: 'monthly', range: undefined, isInvalid: false }],
  [
    'a view with its range',
    { curve: 'daily', curveStart: '2026-10-01', curveEnd: '2026-10-31' },
    { type: 'daily', range: october, isInvalid: false },
  ],
  ['a view that does not exist', { curve: 'yearly' }, { type: 'monthly', range: undefined, isInvalid: false }],
  [
    'a start after its end',
    { curve: 'daily', curveStart: '2026-10-31', curveEnd: '2026-10-01' },
    { type: 'daily', range: undefined, isInvalid: true },
  ],
  ['half a range', { curveStart: '2026-10-31' }, { type: 'monthly', range: undefined, isInvalid: true }],
  ['invalid days', { curveStart: 'x', curveEnd: 'y' }, { type: 'monthly', range: undefined, isInvalid: true }],
])('parses an address with %s', (_, search, expected) => {
  expect(parseViewSearch(search)).toEqual(expected)
})

test.each([
  ['months by default', { type: 'monthly', range: undefined }],
  ['days of a month', { type: 'daily', range: october }],
] as const)('round-trips a view: %s', (_, view) => {
  expect(parseViewSearch(toViewSearch(view))).toEqual({ ...view, isInvalid: false })
})

test('omits the default from the address', () => {
  expect(Object.values(toViewSearch({ type: 'monthly', range: undefined })).filter(Boolean)).toEqual([])
})
