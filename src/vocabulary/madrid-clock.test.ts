import { expect, test } from 'vitest'
import { readMadridClock } from './madrid-clock.ts'

const shown: [reason: string, instant: string, clock: object][] = [
  [
    'in winter are one hour ahead of UTC',
    '2026-11-20T15:20:00Z',
    { day: '2026-11-20', hour: 16 + 20 / 60, time: '16:20' },
  ],
  [
    'in summer are two hours ahead of UTC, past midnight',
    '2026-07-01T22:05:00Z',
    { day: '2026-07-02', hour: 5 / 60, time: '0:05' },
  ],
  [
    'show a repeated hour before the clocks go back',
    '2026-10-25T00:30:00Z',
    { day: '2026-10-25', hour: 2.5, time: '2:30' },
  ],
  [
    'show a repeated hour after the clocks go back',
    '2026-10-25T01:30:00Z',
    { day: '2026-10-25', hour: 2.5, time: '2:30' },
  ],
]
test.each(shown)('the clocks of Madrid %s', (_, instant, clock) => {
  expect(readMadridClock(new Date(instant))).toEqual(clock)
})
