import { expect, test } from 'vitest'
import { addDays } from '#vocabulary/day.ts'
import { countHoursOf } from '#vocabulary/market-time.ts'
import type { MeasuredDay } from './measured-day.ts'
import { findStandbyRise } from './standby.ts'

const zone = 'Europe/Madrid'
const firstDay = '2026-11-01'

/** Days whose nights use these watts, with a busy day after each. Null is a night of which an hour was not measured. */
function daysOf(levels: readonly (number | null)[], first = firstDay): MeasuredDay[] {
  return levels.map((watts, index) => {
    const day = addDays(first, index)
    const hoursWh: (number | null)[] = Array(countHoursOf(day, zone)).fill(900)
    // Three hours at the level, and three in which something else runs.
    for (let hour = 0; hour < 6; hour++) hoursWh[hour] = hour < 3 ? watts : 400
    return { day, hoursWh, exportsEnergy: false }
  })
}

const calm = Array<number>(14).fill(120)
const find = (levels: readonly (number | null)[], given: Partial<{ riseWatts: number; fromDay: string }> = {}) =>
  findStandbyRise(daysOf(levels), { riseWatts: 100, fromDay: firstDay, zone, ...given })

test.each<[reason: string, levels: (number | null)[], firstNight: string | null]>([
  ['three nights of 100 W more', [...calm, 220, 225, 230], '2026-11-15'],
  ['one watt less in one of them', [...calm, 220, 219, 230], null],
  ['two nights', [...calm, 300, 300], null],
  ['three nights that do not follow each other', [...calm, 300, 120, 300, 300], null],
  ['a night between them that was not measured', [...calm, 300, null, 300, 300], null],
  ['a longer rise begins with its first night', [...calm, 300, 300, 300, 300, 300], '2026-11-15'],
  ['a higher night before it belongs to the rise', [...calm, 500, 300, 300, 300], '2026-11-15'],
  ['a rise goes on after a night that was not measured', [...calm, 300, 300, 300, null, 300, 300, 300], '2026-11-15'],
  [
    'four nights of the base were not measured',
    [null, null, null, null, ...calm.slice(4), 300, 300, 300],
    '2026-11-15',
  ],
  ['five were not', [null, null, null, null, null, ...calm.slice(5), 300, 300, 300], null],
  ['fewer nights than the base has', [...calm.slice(6), 300, 300, 300], null],
  ['standby power falls', [...calm, 10, 10, 10], null],
])('standby power: %s', (_, levels, firstNight) => {
  expect(find(levels)?.firstNight ?? null).toBe(firstNight)
})

test('has the base, the lowest of the raised nights and each night', () => {
  const rise = find([...calm, 230, 220, 260])!
  expect(rise).toMatchObject({ baseWatts: 120, raisedWatts: 220 })
  expect(rise.nights.map(({ watts }) => watts)).toEqual([...calm, 230, 220, 260])
})

test('the rise is the latest that ends on or after a day', () => {
  const levels = [...calm, 300, 300, 300, ...calm, 300, 300, 300]
  expect(find(levels)?.firstNight).toBe('2026-12-02')
  expect(find(levels, { fromDay: '2026-12-05' })).toBeNull()
  expect(find(levels.slice(0, 20), { fromDay: '2026-11-17' })?.firstNight).toBe('2026-11-15')
  expect(find(levels.slice(0, 20), { fromDay: '2026-11-18' })).toBeNull()
})

test('the rise is by as many watts as were chosen', () => {
  expect(find([...calm, 300, 300, 300], { riseWatts: 180 })).not.toBeNull()
  expect(find([...calm, 300, 300, 300], { riseWatts: 181 })).toBeNull()
})

test('the nights on which the clock changes count as others', () => {
  const days = daysOf([...calm, 300, 300, 300], '2026-10-10')
  expect(days.find(({ day }) => day === '2026-10-25')!.hoursWh).toHaveLength(25)
  expect(findStandbyRise(days, { riseWatts: 100, fromDay: '2026-10-10', zone })?.firstNight).toBe('2026-10-24')
})
