import { describe, expect, test } from 'vitest'
import { type EnergyUnit, parseBalanceWh, parseClockMinutes, parseEnergyWh, parseFileDate } from './field-parsers.ts'

describe('energy', () => {
  test.each<[field: string, unit: EnergyUnit, wh: number | null, reason: string]>([
    ['189', 'Wh', 189, 'whole'],
    ['0,167', 'kWh', 167, 'a comma'],
    ['20.000', 'kWh', 20_000, 'a point is no thousands'],
    [' 1 ', 'kWh', 1000, 'spaces around it'],
    ['0', 'Wh', 0, 'a measured nothing'],
    ['', 'Wh', null, 'not measured'],
    [' ', 'kWh', null, 'not measured either'],
    ['0,1674', 'kWh', 167, 'less than half a Wh goes'],
    ['0,1675', 'kWh', 168, 'half a Wh counts as one'],
    ['0.5', 'Wh', 1, 'the same in Wh'],
  ])('parses %j in %s as %j Wh: %s', (field, unit, wh) => {
    expect(parseEnergyWh(field, unit)).toBe(wh)
  })

  test.each([
    ['-1', 'number_negative', 'a meter does not turn back'],
    ['1.000,5', 'number_invalid', 'thousands'],
    ['1e3', 'number_invalid', 'no meter writes so'],
    ['0x10', 'number_invalid', 'nor so'],
    ['NULL', 'number_invalid', 'no number'],
    ['85899346', 'number_too_large', 'a day of 25 such hours is more than a column holds'],
  ])('rejects %j as %s: %s', (field, code) => {
    expect(() => parseEnergyWh(field, 'Wh')).toThrow(code)
  })

  test('may be negative in a balance', () => {
    expect(parseBalanceWh('-24', 'kWh')).toBe(-24_000)
  })
})

test.each([
  ['01/08/2026', '2026-08-01', 'as people write'],
  ['1/8/2026', '2026-08-01', 'without zeros'],
  ['2026/08/01', '2026-08-01', 'as distributors write'],
  ['2026-08-01', '2026-08-01', 'as programs write'],
  ['29/02/2024', '2024-02-29', 'a leap day'],
])('parses the date %s as %s: %s', (field, day) => {
  expect(parseFileDate(field)).toBe(day)
})

test.each([
  ['29/02/2026', 'no leap year'],
  ['08/13/2026', 'no thirteenth month'],
  ['01/08/26', 'which century?'],
  ['01/08-2026', 'mixed signs'],
  ['', 'nothing'],
])('rejects %j as a date: %s', (field) => {
  expect(() => parseFileDate(field)).toThrow('date_invalid')
})

test.each<[field: string, minutes: number, reason: string]>([
  ['00:15', 15, 'quarters'],
  ['24:00', 1440, 'the end of the day'],
  ['01:00:00', 60, 'with seconds'],
])('parses the time %s as %i minutes: %s', (field, minutes) => {
  expect(parseClockMinutes(field)).toBe(minutes)
})

test.each([
  ['1', 'time_invalid', 'no minutes'],
  ['01:60', 'time_invalid', 'no such minute'],
  ['01:00:30', 'time_off_step', 'half a minute past'],
])('rejects the time %s as %s: %s', (field, code) => {
  expect(() => parseClockMinutes(field)).toThrow(code)
})
