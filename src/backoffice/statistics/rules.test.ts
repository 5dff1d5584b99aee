import { describe, expect, test } from 'vitest'
import { barDayOf, barDaysOf, percentileMs, responseTimeBound } from './rules.ts'

describe('the bars', () => {
  test('cover the last thirty days including today', () => {
    const bars = barDaysOf('30d', '2026-11-20')
    expect([bars.length, bars[0], bars.at(-1)]).toEqual([30, '2026-10-22', '2026-11-20'])
  })

  test('cover the last twelve weeks from their Mondays', () => {
    const bars = barDaysOf('12w', '2026-11-22')
    expect([bars.length, bars[0], bars.at(-1)]).toEqual([12, '2026-08-31', '2026-11-16'])
    expect(barDayOf('12w', '2026-11-22')).toBe('2026-11-16')
    expect(barDayOf('30d', '2026-11-22')).toBe('2026-11-22')
  })
})

describe('response times', () => {
  test.each([
    [0.4, 10, 'the fastest'],
    [10, 10, 'a bound is within itself'],
    [10.1, 25, 'past it'],
    [90_000, 30_000, 'whatever is longer'],
  ])('of %d ms are counted under %d: %s', (milliseconds, bound) => {
    expect(responseTimeBound(milliseconds)).toBe(bound)
  })

  test.each([
    [
      [
        [10, 95],
        [500, 5],
      ],
      0.95,
      10,
      'exactly so many are that fast',
    ],
    [
      [
        [10, 94],
        [500, 6],
      ],
      0.95,
      500,
      'one is missing',
    ],
    [[[30_000, 1]], 0.5, 30_000, 'all are slow'],
    [[], 0.95, null, 'there were none'],
  ] as [[number, number][], number, number | null, string][])(
    '%o, %d of them: %s, since %s',
    (counts, part, expected) => {
      expect(percentileMs(new Map(counts), part)).toBe(expected)
    },
  )
})
