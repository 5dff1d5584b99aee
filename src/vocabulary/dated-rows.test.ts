import { describe, expect, test } from 'vitest'
import { overlayRows, type Validity } from './dated-rows.ts'

type Row = Validity & { value: string }
const row = (validFrom: string, validTo: string | null, value: string): Row => ({ validFrom, validTo, value })
const written = (rows: readonly Row[]) =>
  rows.map(({ validFrom, validTo, value }) => `${value} ${validFrom}–${validTo ?? ''}`)

describe('overlayRows', () => {
  const known = [row('2025-01-01', '2026-01-01', 'a'), row('2026-01-01', null, 'b')]
  test.each<[string, Row[], string[]]>([
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
