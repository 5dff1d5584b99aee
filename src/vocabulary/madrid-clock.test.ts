import { expect, test } from 'vitest'
import { madridClock } from './madrid-clock.ts'

const shown: [reason: string, instant: string, clock: object][] = [
  ['in winter, an hour ahead', '2026-11-20T15:20:00Z', { day: '2026-11-20', hour: 16 + 20 / 60, time: '16:20' }],
  ['in summer, two, past midnight', '2026-07-01T22:05:00Z', { day: '2026-07-02', hour: 5 / 60, time: '0:05' }],
  ['before the clocks go back', '2026-10-25T00:30:00Z', { day: '2026-10-25', hour: 2.5, time: '2:30' }],
  ['and an hour later', '2026-10-25T01:30:00Z', { day: '2026-10-25', hour: 2.5, time: '2:30' }],
]
test.each(shown)('the clocks of Madrid %s', (_, instant, clock) => {
  expect(madridClock(new Date(instant))).toEqual(clock)
})
