import { expect, test } from 'vitest'
import { formatInstant } from './format-instant.ts'
import { locales } from './locale.ts'

const written: [reason: string, instant: string, es: string][] = [
  ['in winter by market time', '2026-12-31T21:05:00Z', '31/12/2026, 22:05'],
  ['in summer by market time', '2026-07-01T22:30:00Z', '02/07/2026, 00:30'],
]
test.each(written)('formats instants %s', (_, instant, es) => {
  expect(formatInstant(new Date(instant), 'es')).toBe(es)
})

test('formats day, month, year and a 24-hour clock in every language', () => {
  for (const locale of locales)
    expect(formatInstant(new Date('2026-12-31T21:05:00Z'), locale).match(/\d+/g), locale).toEqual(
      expect.arrayContaining(['31', '12', '2026', '22', '05']),
    )
})
