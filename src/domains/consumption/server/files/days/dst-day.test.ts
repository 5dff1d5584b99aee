import { expect, test } from 'vitest'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { findDstDayIndexes, type HourNumbering } from './dst-day.ts'

const october = '2026-10-25'
const march = '2026-03-29'
const madrid = 'Europe/Madrid'
const canary = 'Atlantic/Canary'
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test.each<
  [
    day: string,
    zone: MarketTimeZone,
    expected: HourNumbering,
    hours: number[],
    places: (number | null)[],
    reason: string,
  ]
>([
  [october, madrid, 'counted', from(1, 25), from(0, 24), 'counted through to 25'],
  [october, madrid, 'ends', from(1, 25), from(0, 24), 'only counting reaches 25'],
  [october, madrid, 'counted', [1, 2, 2, ...from(3, 24)], from(0, 24), 'two o’clock comes twice: ends'],
  [october, madrid, 'counted', [1, 2, 3, 3, ...from(4, 24)], from(0, 24), 'three comes twice: starts and one'],
  [october, madrid, 'counted', from(1, 24), from(0, 23), 'one missing, counting expected: the last'],
  [october, madrid, 'ends', from(1, 24), [0, 1, ...from(3, 24)], 'one missing, ends expected: the second two o’clock'],
  [october, madrid, 'starts', from(1, 24), [0, 1, 2, ...from(4, 24)], 'one missing, starts expected: the second three'],
  [october, madrid, 'ends', [24, 3, 2, 2, 1], [24, 3, 2, 1, 0], 'a file that runs backwards'],
  [october, madrid, 'ends', [2, 2, 2], [1, 2, 2], 'once too often repeats the last'],
  [october, madrid, 'ends', [26], [null], 'no day has so many'],
  [march, madrid, 'ends', from(1, 23), from(0, 22), 'counted, as no clock ended at two and three'],
  [march, madrid, 'counted', [1, ...from(3, 24)], from(0, 22), 'two is left out: ends'],
  [march, madrid, 'counted', [1, 2, ...from(4, 24)], from(0, 22), 'three is left out: starts and one'],
  [
    march,
    madrid,
    'counted',
    [1, 2, 3, 24],
    [0, 1, 2, null],
    'no numbering has these: the expected one, without the last',
  ],
  [october, canary, 'ends', [1, 1, 2], [0, 1, 2], 'the Canary Islands repeat one o’clock'],
  [march, canary, 'counted', [...from(2, 24)], from(0, 22), 'and leave it out'],
])(
  'on %s in %s, expecting %s numbering, maps the hours %j to the intervals %j: %s',
  (day, zone, expected, hours, places) => {
    const labels = hours.map((hour) => hour * 60)
    expect(findDstDayIndexes(labels, expected, { day, zone, step: 60 })).toEqual(places)
  },
)

test('repeats four labels for quarter hours', () => {
  const labels = [105, 120, 135, 150, 165, 120, 135, 150, 165, 180]
  expect(findDstDayIndexes(labels, 'ends', { day: october, zone: madrid, step: 15 })).toEqual(from(6, 15))
})
