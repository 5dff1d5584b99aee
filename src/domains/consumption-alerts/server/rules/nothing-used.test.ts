import { expect, test } from 'vitest'
import { addDays } from '#vocabulary/day.ts'
import type { MeasuredDay } from './measured-day.ts'
import { findEmptyStretch } from './nothing-used.ts'

const used: (number | null)[] = Array(24).fill(100)
const empty: (number | null)[] = Array(24).fill(0)
const withGap: (number | null)[] = [null, ...empty.slice(1)]
const almost: (number | null)[] = [1, ...empty.slice(1)]

const daysOf = (days: readonly (number | null)[][]): MeasuredDay[] =>
  days.map((hoursWh, index) => ({ day: addDays('2026-11-01', index), hoursWh, exportsEnergy: false }))
const find = (days: readonly MeasuredDay[], minDays = 1, fromDay = '2026-11-01') =>
  findEmptyStretch(days, { minDays, fromDay })

test.each<[reason: string, days: (number | null)[][], minDays: number, found: [first: string, days: number] | null]>([
  ['a whole day', [used, empty], 1, ['2026-11-02', 1]],
  ['a day with a watt hour', [used, almost], 1, null],
  ['a day with an hour that was not measured', [used, withGap], 1, null],
  ['a day that is over', [used, empty, used], 1, null],
  ['fewer days than chosen', [used, empty], 2, null],
  ['as many', [used, empty, empty], 2, ['2026-11-02', 2]],
  ['more, from the first of them', [used, empty, empty, empty], 2, ['2026-11-02', 3]],
  ['only those since the last gap', [used, empty, withGap, empty], 1, ['2026-11-04', 1]],
  ['no days at all', [], 1, null],
])('nothing used: %s', (_, days, minDays, found) => {
  const stretch = find(daysOf(days), minDays)
  expect(stretch && [stretch.firstDay, stretch.days]).toEqual(found)
})

test('a day without data ends the stretch', () => {
  const days = daysOf([empty, empty, empty]).filter(({ day }) => day !== '2026-11-02')
  expect(find(days)).toMatchObject({ firstDay: '2026-11-03', days: 1 })
})

test('panels that feed into the grid show that the supply is on', () => {
  expect(find(daysOf([empty]).map((day) => ({ ...day, exportsEnergy: true })))).toBeNull()
})

test('a stretch that ended before the alert was turned on is not told', () => {
  expect(find(daysOf([empty, empty]), 1, '2026-11-02')).not.toBeNull()
  expect(find(daysOf([empty, empty]), 1, '2026-11-03')).toBeNull()
})
