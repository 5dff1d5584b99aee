import { expect, test } from 'vitest'
import { type CurrentPrice, currentPriceAt } from './price-now.ts'

type Now = Pick<CurrentPrice, 'time' | 'level' | 'until'>

const instants: [reason: string, instant: string, now: Now][] = [
  ['after lunch on a working day', '2026-11-20T15:20:00Z', { time: '16:20', level: 'flat', until: '18:00' }],
  ['the minute before it rises', '2026-11-20T16:59:00Z', { time: '17:59', level: 'flat', until: '18:00' }],
  ['the minute when it rises', '2026-11-20T17:00:00Z', { time: '18:00', level: 'peak', until: '22:00' }],
  ['in the morning', '2026-11-20T07:05:00Z', { time: '8:05', level: 'flat', until: '10:00' }],
  [
    'at night, when the next day has already begun here',
    '2026-11-19T23:30:00Z',
    { time: '0:30', level: 'valley', until: '8:00' },
  ],
  ['before midnight', '2026-11-20T22:15:00Z', { time: '23:15', level: 'flat', until: 'midnight' }],
  ['on a Sunday', '2026-11-22T11:00:00Z', { time: '12:00', level: 'valley', until: 'allDay' }],
  ['on a holiday', '2026-12-08T19:00:00Z', { time: '20:00', level: 'valley', until: 'allDay' }],
  ['in summer time', '2026-07-01T08:30:00Z', { time: '10:30', level: 'peak', until: '14:00' }],
]

test.each(instants)('the current price: %s', (_, instant, now) => {
  expect(currentPriceAt(new Date(instant))).toMatchObject(now)
})

test('draws a working day as steps, with the hour marked to the minute', () => {
  const { steps, hour } = currentPriceAt(new Date('2026-11-20T15:30:00Z'))
  expect(steps.map(({ from, to, level }) => [from, to, level])).toEqual([
    [0, 8, 1],
    [8, 10, 2],
    [10, 14, 3],
    [14, 18, 2],
    [18, 22, 3],
    [22, 24, 2],
  ])
  expect(hour).toBe(16.5)
})

test('draws a Sunday as one step, without a relative height', () => {
  expect(currentPriceAt(new Date('2026-11-22T11:00:00Z')).steps).toEqual([{ from: 0, to: 24, level: 2 }])
})
