import { describe, expect, test } from 'vitest'
import type { DatedFigure } from '#vocabulary/dated-figures.ts'
import { mayBegin, overlaid } from './rules.ts'

const row = (validFrom: string, validTo: string | null, value: string): DatedFigure => ({
  ...{ validFrom, validTo, value, source: 'a norm' },
})
const written = (rows: readonly DatedFigure[]) =>
  rows.map(({ validFrom, validTo, value }) => `${value} ${validFrom}–${validTo ?? ''}`)

describe('rows of an operator over those that are known', () => {
  const known = [row('2025-01-01', '2026-01-01', 'a'), row('2026-01-01', null, 'b')]
  test.each<[string, DatedFigure[], string[]]>([
    ['there are none', [], ['a 2025-01-01–2026-01-01', 'b 2026-01-01–']],
    [
      'one without an end holds from its day on',
      [row('2026-06-01', null, 'x')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-06-01', 'x 2026-06-01–'],
    ],
    [
      'after one with an end what was known holds again',
      [row('2026-03-01', '2026-06-01', 'x')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-03-01', 'x 2026-03-01–2026-06-01', 'b 2026-06-01–'],
    ],
    [
      'one may stand for several',
      [row('2025-07-01', '2026-02-01', 'x')],
      ['a 2025-01-01–2025-07-01', 'x 2025-07-01–2026-02-01', 'b 2026-02-01–'],
    ],
    [
      'one ends where the next begins',
      [row('2026-06-01', null, 'x'), row('2026-09-01', null, 'y')],
      ['a 2025-01-01–2026-01-01', 'b 2026-01-01–2026-06-01', 'x 2026-06-01–2026-09-01', 'y 2026-09-01–'],
    ],
    ['one covers all that is known', [row('2020-01-01', null, 'x')], ['x 2020-01-01–']],
    [
      'one that ends before anything is known changes nothing of it',
      [row('2020-01-01', '2021-01-01', 'x')],
      ['x 2020-01-01–2021-01-01', 'a 2025-01-01–2026-01-01', 'b 2026-01-01–'],
    ],
  ])('%s', (_, own, expected) => {
    expect(written(overlaid(known, own))).toEqual(expected)
  })
})

describe('a value may begin', () => {
  const certain = row('2026-01-01', null, 'b')
  const today = '2026-11-20'
  test.each<[string, DatedFigure[], string, boolean]>([
    ['from tomorrow on', [certain], '2026-11-21', true],
    ['not today, of which bills are being made', [certain], today, false],
    ['not in the past', [certain], '2026-02-01', false],
    ['on any day of which nothing is known', [], '2020-01-01', true],
    ['where what is known only stands in', [{ ...certain, provisional: true }], '2026-02-01', true],
    ['not before what is known for certain', [row('2026-01-01', '2026-06-01', 'b')], '2026-05-31', false],
    ['after what was known has ended', [row('2026-01-01', '2026-06-01', 'b')], '2026-06-01', true],
    ['before something planned', [row('2027-01-01', null, 'b')], '2026-12-01', true],
  ])('%s', (_, rows, validFrom, expected) => {
    expect(mayBegin(rows, validFrom, today)).toBe(expected)
  })
})
