import { describe, expect, test } from 'vitest'
import { inForceOn, type PointContract, tariffOfPointOn, zoneOn } from './supply-terms.ts'

const contract = (startsOn: string | null, endsOn: string | null, ...tariffs: [string, string][]): PointContract => ({
  startsOn,
  endsOn,
  tariffs: tariffs.map(([fromDay, value]) => ({ fromDay, value })),
})
const always = '1900-01-01'

test.each([
  ['before the first', '2024-12-31', 'a'],
  ['on the first day of another', '2026-03-01', 'b'],
  ['on the day before', '2026-02-28', 'a'],
  ['long after', '2027-01-01', 'b'],
])('what is in force %s', (_, day, value) => {
  const dated = [
    { fromDay: '2026-03-01', value: 'b' },
    { fromDay: '2025-01-01', value: 'a' },
  ]
  expect(inForceOn(day, dated)).toBe(value)
})

const changed = contract('2024-01-01', null, [always, '2.0TD'], ['2026-03-01', '3.0TD'])
const left = contract('2024-01-01', '2025-06-30', [always, '6.1TD'])
const next = contract('2025-07-11', null, [always, '2.0TD'])
const draft = contract(null, null, [always, '3.0TD'])

describe('the tariff of a supply point', () => {
  test.each<[string, string, PointContract[], string]>([
    ['is that of nearly all homes without any contract', '2026-01-01', [], '2.0TD'],
    ['is the earlier one until it changes', '2026-02-28', [changed], '2.0TD'],
    ['is the new one from its day on', '2026-03-01', [changed], '3.0TD'],
    ['is that of the contract whose day it is', '2025-01-01', [next, left], '6.1TD'],
    ['is that of the nearest contract between two: just after one', '2025-07-02', [next, left], '6.1TD'],
    ['is that of the nearest contract between two: just before the other', '2025-07-10', [next, left], '2.0TD'],
    ['is that of the first contract before all of them', '2020-01-01', [next, left], '6.1TD'],
    [
      'is the later holder’s where one follows on the same day',
      '2025-06-30',
      [left, contract('2025-06-30', null, [always, '3.0TD'])],
      '3.0TD',
    ],
    ['is not that of a draft where there is a contract', '2023-01-01', [draft, left], '6.1TD'],
    ['is that of a draft where there is nothing else', '2023-01-01', [draft], '3.0TD'],
  ])('%s', (_, day, contracts, tariff) => {
    expect(tariffOfPointOn(day, contracts)).toBe(tariff)
    expect(tariffOfPointOn(day, contracts.toReversed())).toBe(tariff)
  })
})

test('a zone is the present one unless another was known for the day', () => {
  expect(zoneOn('2026-01-01', '35', [])).toBe('canarias')
  const provinces = [
    { fromDay: always, value: '08' },
    { fromDay: '2026-03-01', value: '51' },
  ]
  expect(zoneOn('2026-02-28', '51', provinces)).toBe('peninsula')
  expect(zoneOn('2026-03-01', '51', provinces)).toBe('ceuta')
})
