import { describe, expect, test } from 'vitest'
import { countHoursOf } from '#vocabulary/market-time.ts'
import type { MeasuredDay } from './measured-day.ts'
import { findExcess, type PowersOfDay } from './over-power.ts'

const zone = 'Europe/Madrid'
const home: PowersOfDay = { tariff: '2.0TD', zone: 'peninsula', powerWatts: [3_000, 5_000] }

/** A day that uses 500 W, except in some hours. */
function dayOf(day: string, hours: Record<number, number | null>): MeasuredDay {
  const hoursWh: (number | null)[] = Array(countHoursOf(day, zone)).fill(500)
  for (const [hour, wh] of Object.entries(hours)) hoursWh[Number(hour)] = wh
  return { day, hoursWh, exportsEnergy: false }
}
const find = (days: readonly MeasuredDay[], given: Partial<Parameters<typeof findExcess>[1]> = {}) =>
  findExcess(days, { fromDay: '2026-10-01', zone, powersOn: () => home, ...given })

// 20 November 2026 is a Friday, the day after it a Saturday.
test.each<[reason: string, day: string, hour: number, wh: number | null, period: number | null]>([
  ['an hour at the power of the day', '2026-11-20', 12, 3_000, null],
  ['a watt above it', '2026-11-20', 12, 3_001, 1],
  ['a flat hour, which has the power of the day too', '2026-11-20', 16, 3_001, 1],
  ['the same by night, which has more', '2026-11-20', 3, 3_001, null],
  ['above the power of the night', '2026-11-20', 3, 5_001, 2],
  ['a Saturday, all of which is night', '2026-11-21', 12, 3_001, null],
  ['an hour that was not measured', '2026-11-20', 12, null, null],
])('above the contracted power: %s', (_, day, hour, wh, period) => {
  expect(find([dayOf(day, { [hour]: wh })])?.worst.period ?? null).toBe(period)
})

describe('the month', () => {
  const days = [
    dayOf('2026-10-20', { 12: 9_000 }),
    dayOf('2026-11-19', { 12: 3_500, 13: 3_600 }),
    dayOf('2026-11-20', { 12: 3_200 }),
  ]

  test('is the latest, with its hours and the day of the worst', () => {
    const excess = find(days)!
    expect(excess).toMatchObject({ month: '2026-11-01', hours: 3 })
    expect(excess.worst).toEqual({
      ...{ day: '2026-11-19', hourIndex: 13, period: 1, watts: 3_600, contractedWatts: 3_000 },
    })
    expect(excess.hoursWh[13]).toBe(3_600)
    expect([excess.limitsWatts[3], excess.limitsWatts[13]]).toEqual([5_000, 3_000])
  })

  test('counts from the day on which the alert was turned on', () => {
    expect(find(days, { fromDay: '2026-11-20' })).toMatchObject({ hours: 1 })
    expect(find(days, { fromDay: '2026-11-21' })).toBeNull()
  })

  test('counts by the powers of each day, and not where they are not known', () => {
    const powersOn = (day: string) => (day === '2026-11-20' ? home : { ...home, powerWatts: [4_000, 4_000] })
    expect(find(days.slice(1), { powersOn })).toMatchObject({ hours: 1, worst: { day: '2026-11-20' } })
    expect(find(days, { powersOn: () => null })).toBeNull()
    expect(find(days, { powersOn: () => ({ ...home, powerWatts: [4_000] }) })).toBeNull()
  })
})

test('a day of 25 hours is counted by the clock', () => {
  // Sunday 25 October: all of it is night.
  expect(find([dayOf('2026-10-25', { 24: 5_001 })])).toMatchObject({ worst: { hourIndex: 24, period: 2 } })
})
