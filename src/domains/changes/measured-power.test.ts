import { expect, test } from 'vitest'
import { highestPowers } from './measured-power.ts'

const home = { tariff: '2.0TD', zone: 'peninsula', timeZone: 'Europe/Madrid' } as const
/** An hourly day with readings for some hours only. */
const hours = (day: string, wattHours: Record<number, number>) => ({
  day,
  stepMinutes: 60,
  importWh: Array.from({ length: 24 }, (_, hour) => wattHours[hour] ?? null),
})

test.each([
  [
    'returns the highest power of each period, with its day',
    [hours('2026-01-08', { 3: 900, 12: 3_500 }), hours('2026-01-09', { 3: 1_200, 9: 4_100, 12: 2_000 })],
    [
      { periodIndex: 0, watts: 4_100, minutes: 60, day: '2026-01-09' },
      { periodIndex: 1, watts: 1_200, minutes: 60, day: '2026-01-09' },
    ],
  ],
  [
    'returns the first of several days with the same power',
    [hours('2026-01-08', { 12: 3_500 }), hours('2026-01-09', { 12: 3_500 })],
    [{ periodIndex: 0, watts: 3_500, minutes: 60, day: '2026-01-08' }],
  ],
  [
    'treats all hours of a Saturday as valley',
    [hours('2026-01-10', { 12: 3_500 })],
    [{ periodIndex: 1, watts: 3_500, minutes: 60, day: '2026-01-10' }],
  ],
  [
    'multiplies the energy of a quarter of an hour by four',
    [
      {
        day: '2026-01-09',
        stepMinutes: 15,
        importWh: Array.from({ length: 96 }, (_, index) => (index === 48 ? 1_000 : 100)),
      },
    ],
    [
      { periodIndex: 0, watts: 4_000, minutes: 15, day: '2026-01-09' },
      { periodIndex: 1, watts: 400, minutes: 15, day: '2026-01-09' },
    ],
  ],
  ['returns nothing without measurements', [hours('2026-01-09', {})], []],
])('%s', (_, days, expected) => {
  expect(highestPowers(days, home)).toEqual(expected)
})

test('reports a highest power for each of six periods', () => {
  const days = [hours('2026-01-09', { 3: 1_000, 8: 2_000, 12: 3_000 })]
  const places = highestPowers(days, { ...home, tariff: '3.0TD' }).map(({ periodIndex, watts }) => [periodIndex, watts])
  expect(places).toEqual([
    [0, 3_000],
    [1, 2_000],
    [5, 1_000],
  ])
})
