import { describe, expect, test } from 'vitest'
import { findPointTariffOn, findValueInForce, findZoneOn, type PointContract } from './supply-terms.ts'

const contract = (startsOn: string | null, endsOn: string | null, ...tariffs: [string, string][]): PointContract => ({
  startsOn,
  endsOn,
  tariffs: tariffs.map(([fromDay, value]) => ({ fromDay, value })),
})
const always = '1900-01-01'

test.each([
  ['before the first one', '2024-12-31', 'a'],
  ['on the first day of the next one', '2026-03-01', 'b'],
  ['on the day before the next one', '2026-02-28', 'a'],
  ['long after', '2027-01-01', 'b'],
])('returns the value in force %s', (_, day, value) => {
  const dated = [
    { fromDay: '2026-03-01', value: 'b' },
    { fromDay: '2025-01-01', value: 'a' },
  ]
  expect(findValueInForce(day, dated)).toBe(value)
})

const changed = contract('2024-01-01', null, [always, '2.0TD'], ['2026-03-01', '3.0TD'])
const left = contract('2024-01-01', '2025-06-30', [always, '6.1TD'])
const next = contract('2025-07-11', null, [always, '2.0TD'])
const draft = contract(null, null, [always, '3.0TD'])

describe('the tariff of a supply point', () => {
  test.each<[string, string, PointContract[], string]>([
    ['is that of nearly all homes where there is no contract', '2026-01-01', [], '2.0TD'],
    ['is the earlier one until it changes', '2026-02-28', [changed], '2.0TD'],
    ['is the new one from its first day on', '2026-03-01', [changed], '3.0TD'],
    ['is that of the contract in force on the day', '2025-01-01', [next, left], '6.1TD'],
    ['is that of the nearest contract in a gap: just after one', '2025-07-02', [next, left], '6.1TD'],
    ['is that of the nearest contract in a gap: just before the next', '2025-07-10', [next, left], '2.0TD'],
    ['is that of the first contract before any contract', '2020-01-01', [next, left], '6.1TD'],
    [
      'is that of the later holder where one follows on the same day',
      '2025-06-30',
      [left, contract('2025-06-30', null, [always, '3.0TD'])],
      '3.0TD',
    ],
    ['is not that of a draft where there is a contract', '2023-01-01', [draft, left], '6.1TD'],
    ['is that of a draft where there is no contract', '2023-01-01', [draft], '3.0TD'],
  ])('%s', (_, day, contracts, tariff) => {
    expect(findPointTariffOn(day, contracts)).toBe(tariff)
    expect(findPointTariffOn(day, contracts.toReversed())).toBe(tariff)
  })
})

test('returns the current zone unless another is known for the day', () => {
  expect(findZoneOn('2026-01-01', '35', [])).toBe('canarias')
  const provinces = [
    { fromDay: always, value: '08' },
    { fromDay: '2026-03-01', value: '51' },
  ]
  expect(findZoneOn('2026-02-28', '51', provinces)).toBe('peninsula')
  expect(findZoneOn('2026-03-01', '51', provinces)).toBe('ceuta')
})
