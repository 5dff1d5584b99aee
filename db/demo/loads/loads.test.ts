import { describe, expect, test } from 'vitest'
import { daysFrom } from '#vocabulary/day.ts'
import { createRandom } from '../random.ts'
import {
  createColdStoreLoad,
  createIrrigationLoad,
  createOfficeLoad,
  createShopLoad,
  createStreetLightingLoad,
  createWorkshopLoad,
} from './businesses.ts'
import { demoDayOf } from './demo-day.ts'
import { createHeatPumpLoad, createHouseholdLoad, createNightChargingLoad } from './homes.ts'
import { type LoadProfile, sumLoads } from './load-profile.ts'
import { measureDay } from './measure-day.ts'
import { createPanelOutput } from './panels.ts'

const year = daysFrom('2025-11-01', '2026-10-31')

describe('a year of each kind of load', () => {
  test.each<[use: string, load: LoadProfile, leastKwh: number, mostKwh: number, reason: string]>([
    ['a flat', createHouseholdLoad(225), 1_700, 2_300, 'of two people'],
    [
      'a house with a heat pump',
      sumLoads(createHouseholdLoad(280), createHeatPumpLoad(75)),
      4_000,
      6_000,
      'without gas',
    ],
    ['a car at night', createNightChargingLoad(3_600), 1_500, 2_600, 'for 12,000 km'],
    ['a workshop', createWorkshopLoad(22_000), 45_000, 75_000, 'of a dozen people'],
    ['a shop', createShopLoad(4_000), 9_000, 15_000, 'with fridges'],
    ['an office', createOfficeLoad(2_000), 3_500, 7_000, 'of five people'],
    ['street lighting', createStreetLightingLoad(1_000), 3_000, 4_300, 'on for some 4,300 hours, dimmed at night'],
    ['an irrigation pump', createIrrigationLoad(10_000), 5_000, 12_000, 'in the dry half of the year'],
    ['a cold store', createColdStoreLoad(10_000), 25_000, 60_000, 'all the year round'],
    ['1 kW of solar panels', createPanelOutput(1_000), 1_200, 1_700, 'as inland Catalonia has the sun'],
  ])('%s uses or produces between %i and %i kWh, %s', (name, load, leastKwh, mostKwh) => {
    const kwh = year.reduce((sum, day) => sum + kwhOn(name, load, day), 0)
    expect(kwh).toBeGreaterThan(leastKwh)
    expect(kwh).toBeLessThan(mostKwh)
  })

  test('produces nothing from panels at night and several times as much in June as in December', () => {
    const made = (days: readonly string[]) =>
      days.reduce((sum, day) => sum + kwhOn('panels', createPanelOutput(1_000), day), 0)
    const { moments } = demoDayOf('2026-06-21', 60)
    const makes = createPanelOutput(1_000)(demoDayOf('2026-06-21', 60), createRandom('panels'))
    expect(moments.filter(({ hour }) => hour < 5 || hour > 22).map(makes)).toEqual(new Array(6).fill(0))
    const ratio = made(daysFrom('2026-06-01', '2026-06-30')) / made(daysFrom('2025-12-01', '2025-12-31'))
    expect(ratio).toBeGreaterThan(2)
    expect(ratio).toBeLessThan(6)
  })

  test('makes August the quiet month of a workshop, and its Sundays always quiet', () => {
    const load = createWorkshopLoad(20_000)
    const august = daysFrom('2026-08-03', '2026-08-14').map((day) => kwhOn('workshop', load, day))
    const september = daysFrom('2026-09-07', '2026-09-11').map((day) => kwhOn('workshop', load, day))
    expect(Math.max(...august, kwhOn('workshop', load, '2026-09-13'))).toBeLessThan(Math.min(...september) / 3)
  })
})

describe('the metered data of a day', () => {
  const meter = {
    load: createHouseholdLoad(300),
    panels: createPanelOutput(3_000),
    format: 'A5D',
    stepMinutes: 15,
  } as const
  const supply = { cups: 'ES0189990000000003YL0F', powerWatts: [3450, 3450], meter }

  test.each([
    ['2026-03-29', 92, 'the clocks go forward'],
    ['2026-06-15', 96, 'as on most days'],
    ['2026-10-25', 100, 'the clocks go back'],
  ])('%s has %i quarters of an hour: %s', (day, count) => {
    expect(measureDay(supply, day).importWh).toHaveLength(count)
    expect(measureDay(supply, day).exportWh).toHaveLength(count)
    expect(measureDay({ ...supply, meter: { ...meter, stepMinutes: 60 } }, day).importWh).toHaveLength(count / 4)
  })

  test('is the same every time for one day and differs for another', () => {
    expect(measureDay(supply, '2026-06-15')).toEqual(measureDay(supply, '2026-06-15'))
    expect(measureDay(supply, '2026-06-16').importWh).not.toEqual(measureDay(supply, '2026-06-15').importWh)
  })

  test('never exceeds the contracted power', () => {
    const strong = { ...supply, meter: { load: createHouseholdLoad(20_000), format: 'F5D', stepMinutes: 60 } as const }
    expect(Math.max(...(measureDay(strong, '2026-01-15').importWh as number[]))).toBe(3450)
  })

  test('has missing values, not zeros, for hours that have not arrived', () => {
    const gap = { day: '2026-06-15', fromHour: 9, toHour: 11 }
    const { importWh } = measureDay({ ...supply, meter: { ...meter, gap } }, '2026-06-15')
    expect(importWh.flatMap((wh, index) => (wh === null ? [index] : []))).toEqual([36, 37, 38, 39, 40, 41, 42, 43])
  })
})

function kwhOn(name: string, load: LoadProfile, day: string): number {
  const today = demoDayOf(day, 60)
  const wattsAt = load(today, createRandom('test', name, day))
  return today.moments.reduce((sum, moment) => sum + wattsAt(moment), 0) / 1000
}
