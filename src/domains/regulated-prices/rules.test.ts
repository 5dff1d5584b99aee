import { describe, expect, test } from 'vitest'
import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import { mayBeginOn, overlayRows } from './rules.ts'

const row = (validFrom: string, validTo: string | null, value: string): DatedRegulatedPrice => ({
  ...{ validFrom, validTo, value, source: 'a norm' },
})
const written = (rows: readonly DatedRegulatedPrice[]) =>
  rows.map(({ validFrom, validTo, value }) => `${value} ${validFrom}–${validTo ?? ''}`)

describe('overlayRows', () => {
  const known = [row('2025-01-01', '2026-01-01', 'a'), row('2026-01-01', null, 'b')]
  test.each<[string, DatedRegulatedPrice[], string[]]>([
    ['returns the known rows without any of the operator’s', [], ['a 2025-01-01–2026-01-01', 'b 2026-01-01–']],
    [
      'applies one without an end from its day on',
      [row('2026-06-01', null, 'x')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-06-01', 'x 2026-06-01–'],
    ],
    [
      'returns to the known value after one with an end',
      [row('2026-03-01', '2026-06-01', 'x')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-03-01', 'x 2026-03-01–2026-06-01', 'b 2026-06-01–'],
    ],
    [
      'lets one replace several',
      [row('2025-07-01', '2026-02-01', 'x')],
      ['a 2025-01-01–2025-07-01', 'x 2025-07-01–2026-02-01', 'b 2026-02-01–'],
    ],
    [
      'ends one where the next begins',
      [row('2026-06-01', null, 'x'), row('2026-09-01', null, 'y')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-06-01', 'x 2026-06-01–2026-09-01', 'y 2026-09-01–'],
    ],
    ['lets one replace all known values', [row('2020-01-01', null, 'x')], ['x 2020-01-01–']],
    [
      'leaves known values unchanged by one that ends before them',
      [row('2020-01-01', '2021-01-01', 'x')],
      ['x 2020-01-01–2021-01-01', 'a 2025-01-01–2026-01-01', 'b 2026-01-01–'],
    ],
  ])('%s', (_, own, expected) => {
    expect(written(overlayRows(known, own))).toEqual(expected)
  })
})

describe('a value may begin', () => {
  const certain = row('2026-01-01', null, 'b')
  const today = '2026-11-20'
  test.each<[string, DatedRegulatedPrice[], string, boolean]>([
    ['from tomorrow on', [certain], '2026-11-21', true],
    ['not today, which is being billed', [certain], today, false],
    ['not in the past', [certain], '2026-02-01', false],
    ['on any day without a known value', [], '2020-01-01', true],
    ['where the known value is only provisional', [{ ...certain, provisional: true }], '2026-02-01', true],
    ['not before the end of a certain value', [row('2026-01-01', '2026-06-01', 'b')], '2026-05-31', false],
    ['after the known value has ended', [row('2026-01-01', '2026-06-01', 'b')], '2026-06-01', true],
    ['before a planned value', [row('2027-01-01', null, 'b')], '2026-12-01', true],
  ])('%s', (_, rows, validFrom, expected) => {
    expect(mayBeginOn(rows, validFrom, today)).toBe(expected)
  })
})
