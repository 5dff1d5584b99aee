import { describe, expect, test } from 'vitest'
import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import { mayBeginOn } from './rules.ts'

const row = (validFrom: string, validTo: string | null, value: string): DatedRegulatedPrice => ({
  ...{ validFrom, validTo, value, source: 'a norm' },
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
