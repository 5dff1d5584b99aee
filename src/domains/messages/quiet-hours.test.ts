import { expect, test } from 'vitest'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { sendTimeOf } from './quiet-hours.ts'

test.each<[reason: string, now: string, zone: MarketTimeZone, sentAt: string]>([
  ['by day at once', '2026-11-20T10:00:00Z', 'Europe/Madrid', '2026-11-20T10:00:00Z'],
  ['from eight in the morning on', '2026-11-20T07:00:00Z', 'Europe/Madrid', '2026-11-20T07:00:00Z'],
  ['before eight, at eight', '2026-11-20T06:59:59Z', 'Europe/Madrid', '2026-11-20T07:00:00Z'],
  ['until nine in the evening', '2026-11-20T19:59:59Z', 'Europe/Madrid', '2026-11-20T19:59:59Z'],
  ['from nine on, the next morning', '2026-11-20T20:00:00Z', 'Europe/Madrid', '2026-11-21T07:00:00Z'],
  ['an hour later in the Canary Islands', '2026-11-20T20:00:00Z', 'Atlantic/Canary', '2026-11-20T20:00:00Z'],
  ['where the morning is later as well', '2026-11-20T07:30:00Z', 'Atlantic/Canary', '2026-11-20T08:00:00Z'],
  ['by the clock of the day on which it changes', '2026-10-24T22:30:00Z', 'Europe/Madrid', '2026-10-25T07:00:00Z'],
  ['in the night in which it goes forward', '2026-03-28T23:30:00Z', 'Europe/Madrid', '2026-03-29T06:00:00Z'],
])('sends a mail %s', (_, now, zone, sentAt) => {
  expect(sendTimeOf(new Date(now), zone)).toEqual(new Date(sentAt))
})
