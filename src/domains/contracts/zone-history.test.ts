import { expect, test } from 'vitest'
import { beginning, type ZonePeriod, zoneHistoryAfter } from './zone-history.ts'

const periods = (...each: [from_day: string, province_code: string][]): ZonePeriod[] =>
  each.map(([from_day, province_code]) => ({ from_day, province_code }))

test.each<[string, ZonePeriod[], present: string, told: [string, string], ZonePeriod[]]>([
  [
    'a first move is told with what was before',
    [],
    '08',
    ['52', '2026-03-05'],
    periods([beginning, '08'], ['2026-03-05', '52']),
  ],
  ['where a point has always been is no move', [], '08', ['08', '2026-03-05'], []],
  [
    'a further move is added',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['07', '2026-03-10'],
    periods([beginning, '08'], ['2026-03-05', '52'], ['2026-03-10', '07']),
  ],
  [
    'a move on an earlier day replaces those after it',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['07', '2026-03-01'],
    periods([beginning, '08'], ['2026-03-01', '07']),
  ],
  [
    'the present province may begin later than was said',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['52', '2026-03-10'],
    periods([beginning, '08'], ['2026-03-10', '52']),
  ],
  [
    'and earlier',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['52', '2026-03-01'],
    periods([beginning, '08'], ['2026-03-01', '52']),
  ],
  [
    'going back to the province before, on a day before the move, undoes the move and leaves the past',
    periods([beginning, '52'], ['2026-03-10', '08']),
    '08',
    ['52', '2026-03-05'],
    periods([beginning, '52']),
  ],
  [
    'the present province from before a time elsewhere undoes that time',
    periods([beginning, '52'], ['2026-03-10', '08'], ['2026-03-20', '52']),
    '52',
    ['52', '2026-03-05'],
    periods([beginning, '52']),
  ],
  [
    'the only province that is known of stays',
    periods([beginning, '52']),
    '52',
    ['52', '2026-03-05'],
    periods([beginning, '52']),
  ],
])('%s', (_, before, present, [provinceCode, from], after) => {
  expect(zoneHistoryAfter(before, present, { provinceCode, from })).toEqual(after)
})

test('what is told again changes nothing', () => {
  const before = periods([beginning, '08'], ['2026-03-05', '52'])
  expect(zoneHistoryAfter(before, '52', { provinceCode: '52', from: '2026-03-05' })).toBe(before)
})
