import { expect, test } from 'vitest'
import { msPerHour } from './durations.ts'
import { toMadridWallTime } from './madrid-offset.ts'

test.each([
  ['in winter', '2026-11-20T15:20:00Z', '2026-11-20T16:20:00.000Z'],
  ['in summer', '2026-07-01T22:05:00Z', '2026-07-02T00:05:00.000Z'],
  ['the last moment before the clocks go forward', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999Z'],
  ['the moment when they go forward', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000Z'],
  ['the last moment before the clocks go back', '2026-10-25T00:59:59.999Z', '2026-10-25T02:59:59.999Z'],
  ['the moment when they go back', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00.000Z'],
])('%s', (_, instant, shown) => {
  expect(toMadridWallTime(new Date(instant)).toISOString()).toBe(shown)
})

test('matches the time zone data in each hour from 2010 to 2039', () => {
  const format = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Madrid', hour: 'numeric', hourCycle: 'h23' })
  const wrong: string[] = []
  for (let time = Date.UTC(2010, 0); time < Date.UTC(2040, 0); time += msPerHour)
    if (toMadridWallTime(new Date(time)).getUTCHours() !== Number(format.format(time)))
      wrong.push(new Date(time).toISOString())
  expect(wrong).toEqual([])
})
