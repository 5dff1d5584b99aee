import { describe, expect, test } from 'vitest'
import { daysFrom } from '#vocabulary/day.ts'
import { randomOf } from '../random.ts'
import { coldStore, irrigation, office, shop, streetLighting, workshop } from './businesses.ts'
import { heatPump, household, nightCharging } from './homes.ts'
import { type Load, together } from './load.ts'
import { meteredDay } from './metered-day.ts'
import { panels } from './panels.ts'
import { todayOf } from './today.ts'

const year = daysFrom('2025-11-01', '2026-10-31')

describe('a year of each kind of use', () => {
  test.each<[use: string, load: Load, leastKwh: number, mostKwh: number, reason: string]>([
    ['a flat', household(225), 1_700, 2_300, 'of two people'],
    ['a house with a heat pump', together(household(280), heatPump(75)), 4_000, 6_000, 'without gas'],
    ['a car at night', nightCharging(3_600), 1_500, 2_600, 'for 12,000 km'],
    ['a workshop', workshop(22_000), 45_000, 75_000, 'of a dozen people'],
    ['a shop', shop(4_000), 9_000, 15_000, 'with fridges'],
    ['an office', office(2_000), 3_500, 7_000, 'of five people'],
    ['the lights of a street', streetLighting(1_000), 3_000, 4_300, 'on for some 4,300 hours, dimmed at night'],
    ['a pump', irrigation(10_000), 5_000, 12_000, 'in the dry half of the year'],
    ['a cold store', coldStore(10_000), 25_000, 60_000, 'all the year round'],
    ['panels of 1 kW', panels(1_000), 1_200, 1_700, 'as inland Catalonia has the sun'],
  ])('%s uses or makes between %i and %i kWh, %s', (name, load, leastKwh, mostKwh) => {
    const kwh = year.reduce((sum, day) => sum + kwhOn(name, load, day), 0)
    expect(kwh).toBeGreaterThan(leastKwh)
    expect(kwh).toBeLessThan(mostKwh)
  })

  test('panels stand still at night and make several times as much in June as in December', () => {
    const made = (days: readonly string[]) => days.reduce((sum, day) => sum + kwhOn('panels', panels(1_000), day), 0)
    const { moments } = todayOf('2026-06-21', 60)
    const makes = panels(1_000)(todayOf('2026-06-21', 60), randomOf('panels'))
    expect(moments.filter(({ hour }) => hour < 5 || hour > 22).map(makes)).toEqual(new Array(6).fill(0))
    const ratio = made(daysFrom('2026-06-01', '2026-06-30')) / made(daysFrom('2025-12-01', '2025-12-31'))
    expect(ratio).toBeGreaterThan(2)
    expect(ratio).toBeLessThan(6)
  })

  test('August is the quiet month of a workshop, and its Sundays are quiet always', () => {
    const load = workshop(20_000)
    const august = daysFrom('2026-08-03', '2026-08-14').map((day) => kwhOn('workshop', load, day))
    const september = daysFrom('2026-09-07', '2026-09-11').map((day) => kwhOn('workshop', load, day))
    expect(Math.max(...august, kwhOn('workshop', load, '2026-09-13'))).toBeLessThan(Math.min(...september) / 3)
  })
})

describe('what a meter counts in a day', () => {
  const meter = { load: household(300), panels: panels(3_000), format: 'A5D', stepMinutes: 15 } as const
  const supply = { cups: 'ES0189990000000003YL0F', powerWatts: [3450, 3450], meter }

  test.each([
    ['2026-03-29', 92, 'the clocks go forward'],
    ['2026-06-15', 96, 'as on most days'],
    ['2026-10-25', 100, 'the clocks go back'],
  ])('%s has %i quarters of an hour: %s', (day, count) => {
    expect(meteredDay(supply, day).importWh).toHaveLength(count)
    expect(meteredDay(supply, day).exportWh).toHaveLength(count)
    expect(meteredDay({ ...supply, meter: { ...meter, stepMinutes: 60 } }, day).importWh).toHaveLength(count / 4)
  })

  test('the same day is counted alike every time, another one otherwise', () => {
    expect(meteredDay(supply, '2026-06-15')).toEqual(meteredDay(supply, '2026-06-15'))
    expect(meteredDay(supply, '2026-06-16').importWh).not.toEqual(meteredDay(supply, '2026-06-15').importWh)
  })

  test('use never exceeds the contracted power', () => {
    const strong = { ...supply, meter: { load: household(20_000), format: 'F5D', stepMinutes: 60 } as const }
    expect(Math.max(...(meteredDay(strong, '2026-01-15').importWh as number[]))).toBe(3450)
  })

  test('hours that have not arrived are missing, not zero', () => {
    const gap = { day: '2026-06-15', fromHour: 9, toHour: 11 }
    const { importWh } = meteredDay({ ...supply, meter: { ...meter, gap } }, '2026-06-15')
    expect(importWh.flatMap((wh, index) => (wh === null ? [index] : []))).toEqual([36, 37, 38, 39, 40, 41, 42, 43])
  })
})

function kwhOn(name: string, load: Load, day: string): number {
  const today = todayOf(day, 60)
  const wattsAt = load(today, randomOf('test', name, day))
  return today.moments.reduce((sum, moment) => sum + wattsAt(moment), 0) / 1000
}
