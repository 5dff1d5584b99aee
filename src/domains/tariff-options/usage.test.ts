import { describe, expect, test } from 'vitest'
import { countIntervalsOf } from '#vocabulary/market-time.ts'
import { computeUsageByUnit, countMeasuredDays, type HourlyUsage, listHourlyUsage } from './usage.ts'

const madrid = 'Europe/Madrid'
const aDay = (day: string, wh = 100, stepMinutes = 60) => ({
  day,
  stepMinutes,
  importWh: Array.from({ length: countIntervalsOf(day, stepMinutes, madrid) }, () => wh),
})
const hourOf = (hours: HourlyUsage[], hour: number) => hours.find((used) => used.hour === hour)?.wh

describe('hours in local time', () => {
  test.each([
    ['are 24 on an ordinary day', '2026-11-20', 24, 100],
    ['combine both passages of the hour that a day repeats', '2026-10-25', 24, 200],
    ['leave out the hour that a day skips', '2026-03-29', 23, undefined],
  ])('%s', (_, day, count, atTwo) => {
    const hours = listHourlyUsage([aDay(day)], madrid)
    expect(hours).toHaveLength(count)
    expect(hourOf(hours, 2)).toBe(atTwo)
    expect(hourOf(hours, 23)).toBe(100)
  })

  test('are summed from their quarters', () => {
    expect(hourOf(listHourlyUsage([aDay('2026-11-20', 25, 15)], madrid), 7)).toBe(100)
  })

  test('omit an hour that is unknown or partly unknown', () => {
    const day = aDay('2026-11-20', 25, 15)
    const importWh = day.importWh.map((wh, index) => (index === 30 ? null : wh))
    const hours = listHourlyUsage([{ ...day, importWh }], madrid)
    expect(hourOf(hours, 7)).toBeUndefined()
    expect(hours).toHaveLength(23)
  })
})

describe('the usage', () => {
  const hours = listHourlyUsage([aDay('2026-10-24'), aDay('2026-10-25'), aDay('2026-03-29')], madrid)

  test('in an average day divides each hour by the number of days that had it', () => {
    const day = computeUsageByUnit('happy_hours', hours)
    expect(day).toHaveLength(24)
    expect(day[2]).toEqual({ unit: 2, wh: 150 })
    expect(day[3]).toEqual({ unit: 3, wh: 100 })
  })

  test('in an average week is null for days that were never measured', () => {
    const week = computeUsageByUnit('happy_day', hours)
    expect(week[5]).toEqual({ unit: 6, wh: 2400 })
    // Two Sundays, one of 25 hours and one of 23.
    expect(week[6]).toEqual({ unit: 7, wh: 2400 })
    expect(week[0]).toEqual({ unit: 1, wh: null })
  })

  test('by month is the sum of the month', () => {
    const months = computeUsageByUnit('double_tariff', hours)
    expect(months[9]).toEqual({ unit: 10, wh: 4900 })
    expect(months[0]).toEqual({ unit: 1, wh: null })
  })

  test('covers each measured day once', () => expect(countMeasuredDays(hours)).toBe(3))
})
