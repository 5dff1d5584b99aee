import { describe, expect, test } from 'vitest'
import {
  type DutyPlace,
  deadlineAfter,
  deadlineAfterPause,
  deadlineBefore,
  type TermUnit,
  unknownPlace,
} from './terms.ts'

const at = (text: string) => new Date(text)
const barcelona: DutyPlace = { timeZone: 'Europe/Madrid', holidays: new Set(['2026-09-24']) }
const canary: DutyPlace = { timeZone: 'Atlantic/Canary', holidays: new Set() }

describe('a term ends', () => {
  test.each<[string, number, TermUnit, DutyPlace, string, string, string]>([
    ['2026-11-27T10:00:00Z', 2, 'hours', unknownPlace, '2026-11-27', '2026-11-27T12:00:00Z', 'hours by the clock'],
    ['2026-11-27T22:30:00Z', 2, 'hours', unknownPlace, '2026-11-28', '2026-11-28T00:30:00Z', 'hours past midnight'],
    ['2026-10-24T22:00:00Z', 24, 'hours', unknownPlace, '2026-10-25', '2026-10-25T22:00:00Z', 'a day of 25 hours'],
    ['2026-11-27T10:00:00Z', 5, 'days', unknownPlace, '2026-12-02', '2026-12-02T23:00:00Z', 'calendar days'],
    ['2026-11-27T23:30:00Z', 5, 'days', unknownPlace, '2026-12-03', '2026-12-03T23:00:00Z', 'the next day in Madrid'],
    ['2026-11-27T23:30:00Z', 5, 'days', canary, '2026-12-02', '2026-12-03T00:00:00Z', 'the same day in the Canaries'],
    ['2026-11-20T10:00:00Z', 15, 'working_days', unknownPlace, '2026-12-14', '2026-12-14T23:00:00Z', 'working days'],
    ['2026-09-23T10:00:00Z', 1, 'working_days', barcelona, '2026-09-25', '2026-09-25T22:00:00Z', 'a local holiday'],
    ['2026-11-27T10:00:00Z', 0, 'working_days', unknownPlace, '2026-11-27', '2026-11-27T23:00:00Z', 'the same day'],
    ['2026-11-28T10:00:00Z', 0, 'working_days', unknownPlace, '2026-11-30', '2026-11-30T23:00:00Z', 'or the next one'],
    ['2026-09-24T10:00:00Z', 0, 'working_days', barcelona, '2026-09-25', '2026-09-25T22:00:00Z', 'after a holiday'],
    ['2026-01-31T10:00:00Z', 1, 'months', unknownPlace, '2026-02-28', '2026-02-28T23:00:00Z', 'a shorter month'],
    ['2026-02-28T10:00:00Z', 5, 'years', unknownPlace, '2031-02-28', '2031-02-28T23:00:00Z', 'years from date to date'],
  ])('from %s after %i %s: %s', (start, count, unit, place, on, instant, _why) => {
    expect(deadlineAfter(at(start), { count, unit }, place)).toEqual({ on, at: at(instant) })
  })
})

describe('what must come before an event', () => {
  const anyPlace: DutyPlace = { ...unknownPlace, possibleHolidays: new Set(['2026-12-01']) }
  test.each<[string, number, TermUnit, DutyPlace, string, string]>([
    ['2027-01-01T00:00:00+01:00', 1, 'months', unknownPlace, '2026-12-01', 'a month before'],
    ['2027-03-31T00:00:00+02:00', 1, 'months', unknownPlace, '2027-02-28', 'the earlier day of a shorter month'],
    ['2026-12-14T00:00:00+01:00', 15, 'working_days', unknownPlace, '2026-11-20', 'working days over a holiday'],
    ['2026-12-14T00:00:00+01:00', 15, 'working_days', anyPlace, '2026-11-19', 'and over one that may be of the place'],
    ['2026-12-14T00:00:00+01:00', 30, 'days', unknownPlace, '2026-11-14', 'calendar days'],
  ])('of %s by %i %s', (event, count, unit, place, on, why) => {
    expect(deadlineBefore(at(event), { count, unit }, place).on, why).toBe(on)
  })
})

describe('a clock that stood still', () => {
  const deadline = { on: '2026-12-14', at: at('2026-12-14T23:00:00Z') }
  test.each<[TermUnit, string, string, string, string]>([
    ['working_days', '2026-11-27T10:00:00Z', '2026-11-27T12:00:00Z', '2026-12-14', 'within a day nothing moves'],
    ['working_days', '2026-11-27T10:00:00Z', '2026-12-11T10:00:00Z', '2026-12-28', 'ten working days are left'],
    ['days', '2026-11-27T10:00:00Z', '2026-12-01T10:00:00Z', '2026-12-18', 'as many days later'],
    ['hours', '2026-12-14T10:00:00Z', '2026-12-14T15:00:00Z', '2026-12-15', 'as many hours later'],
  ])('in %s from %s to %s ends on %s: %s', (unit, pausedAt, resumedAt, on, _why) => {
    expect(
      deadlineAfterPause({ deadline, pausedAt: at(pausedAt), resumedAt: at(resumedAt) }, unit, unknownPlace).on,
    ).toBe(on)
  })
})
