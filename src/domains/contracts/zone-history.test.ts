import { expect, test } from 'vitest'
import { beginning, type ZonePeriod, zoneHistoryAfter } from './zone-history.ts'

const periods = (...each: [from_day: string, province_code: string][]): ZonePeriod[] =>
  each.map(([from_day, province_code]) => ({ from_day, province_code }))

test.each<[string, ZonePeriod[], present: string, imported: [string, string], ZonePeriod[]]>([
  [
    'records the previous province on a first move',
    [],
    '08',
    ['52', '2026-03-05'],
    periods([beginning, '08'], ['2026-03-05', '52']),
  ],
  ['ignores a province that has not changed', [], '08', ['08', '2026-03-05'], []],
  [
    'adds a further move',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['07', '2026-03-10'],
    periods([beginning, '08'], ['2026-03-05', '52'], ['2026-03-10', '07']),
  ],
  [
    'replaces later moves by one on an earlier day',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['07', '2026-03-01'],
    periods([beginning, '08'], ['2026-03-01', '07']),
  ],
  [
    'lets the present province begin later than recorded',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['52', '2026-03-10'],
    periods([beginning, '08'], ['2026-03-10', '52']),
  ],
  [
    'lets the present province begin earlier than recorded',
    periods([beginning, '08'], ['2026-03-05', '52']),
    '52',
    ['52', '2026-03-01'],
    periods([beginning, '08'], ['2026-03-01', '52']),
  ],
  [
    'undoes a move on a return to the previous province from a day before it, and keeps the past',
    periods([beginning, '52'], ['2026-03-10', '08']),
    '08',
    ['52', '2026-03-05'],
    periods([beginning, '52']),
  ],
  [
    'removes a time elsewhere when the present province begins before it',
    periods([beginning, '52'], ['2026-03-10', '08'], ['2026-03-20', '52']),
    '52',
    ['52', '2026-03-05'],
    periods([beginning, '52']),
  ],
  ['keeps the only known province', periods([beginning, '52']), '52', ['52', '2026-03-05'], periods([beginning, '52'])],
])('%s', (_, before, present, [provinceCode, from], after) => {
  expect(zoneHistoryAfter(before, present, { provinceCode, from })).toEqual(after)
})

test('changes nothing for a repeated report', () => {
  const before = periods([beginning, '08'], ['2026-03-05', '52'])
  expect(zoneHistoryAfter(before, '52', { provinceCode: '52', from: '2026-03-05' })).toBe(before)
})
