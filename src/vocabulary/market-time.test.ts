import { describe, expect, test } from 'vitest'
import { daysFrom } from './day.ts'
import {
  countHoursOf,
  countIntervalsOf,
  intervalIndexOfEnd,
  intervalStart,
  localHourOf,
  type MarketTimeZone,
  marketDayOf,
  startOf,
} from './market-time.ts'

const madrid = 'Europe/Madrid'
const canary = 'Atlantic/Canary'

describe('a day', () => {
  test.each<[day: string, zone: MarketTimeZone, hours: number, quarters: number, start: string, reason: string]>([
    ['2026-11-20', madrid, 24, 96, '2026-11-19T23:00:00.000Z', 'winter in Madrid is an hour ahead of UTC'],
    ['2026-07-20', madrid, 24, 96, '2026-07-19T22:00:00.000Z', 'summer in Madrid is two'],
    ['2026-07-20', canary, 24, 96, '2026-07-19T23:00:00.000Z', 'the Canary Islands are an hour behind Madrid'],
    ['2026-03-29', madrid, 23, 92, '2026-03-28T23:00:00.000Z', 'the clocks go forward'],
    ['2026-10-25', madrid, 25, 100, '2026-10-24T22:00:00.000Z', 'the clocks go back'],
    ['2026-03-29', canary, 23, 92, '2026-03-29T00:00:00.000Z', 'at the same instant in the Canary Islands'],
    ['2026-10-25', canary, 25, 100, '2026-10-24T23:00:00.000Z', 'and back again'],
  ])('%s in %s has %i hours, %i quarter-hours and begins at %s: %s', (day, zone, hours, quarters, start) => {
    expect(countHoursOf(day, zone)).toBe(hours)
    expect(countIntervalsOf(day, 60, zone)).toBe(hours)
    expect(countIntervalsOf(day, 15, zone)).toBe(quarters)
    expect(startOf(day, zone).toISOString()).toBe(start)
  })

  test.each<[instant: string, zone: MarketTimeZone, day: string, reason: string]>([
    ['2026-11-19T22:59:59.999Z', madrid, '2026-11-19', 'the last millisecond before midnight'],
    ['2026-11-19T23:00:00.000Z', madrid, '2026-11-20', 'midnight opens the new day'],
    ['2026-11-19T23:00:00.000Z', canary, '2026-11-19', 'when it is eleven in the Canary Islands'],
    ['2026-07-19T22:00:00.000Z', madrid, '2026-07-20', 'midnight in summer'],
  ])('the instant %s in %s is on %s: %s', (instant, zone, day) => {
    expect(marketDayOf(new Date(instant), zone)).toBe(day)
  })
})

describe('the wall-clock hour', () => {
  test.each<[day: string, zone: MarketTimeZone, hours: number[], reason: string]>([
    ['2026-11-20', madrid, [0, 1, 2, 3, 4], 'an ordinary day counts'],
    ['2026-03-29', madrid, [0, 1, 3, 4, 5], 'March leaves two out'],
    ['2026-10-25', madrid, [0, 1, 2, 2, 3], 'October says two twice'],
    ['2026-03-29', canary, [0, 2, 3, 4, 5], 'the Canary Islands leave one out'],
    ['2026-10-25', canary, [0, 1, 1, 2, 3], 'and say one twice'],
  ])('on %s in %s begins %j: %s', (day, zone, hours) => {
    expect(hours.map((_, index) => localHourOf(day, index, 60, zone))).toEqual(hours)
    expect(hours.map((_, index) => localHourOf(day, index * 4 + 3, 15, zone))).toEqual(hours)
  })

  test.each(['2026-03-29', '2026-10-25', '2026-11-20'])('ends %s at twenty-three', (day) => {
    expect(localHourOf(day, countHoursOf(day, madrid) - 1, 60, madrid)).toBe(23)
  })
})

describe('the end of an interval, as labelled in meter files,', () => {
  const at = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

  test.each<
    [
      localDate: string,
      clock: string,
      summer: 0 | 1 | undefined,
      step: number,
      day: string,
      index: number,
      reason: string,
    ]
  >([
    ['2026-11-20', '01:00', 0, 60, '2026-11-20', 0, 'the first hour ends at one'],
    ['2026-11-20', '23:00', 0, 60, '2026-11-20', 22, 'the last but one ends at eleven'],
    ['2026-11-21', '00:00', 0, 60, '2026-11-20', 23, 'midnight closes the day before'],
    ['2026-11-20', '24:00', 0, 60, '2026-11-20', 23, 'some write that midnight as 24:00'],
    ['2026-11-20', '00:15', 0, 15, '2026-11-20', 0, 'quarter hours'],
    ['2026-10-25', '01:00', 1, 60, '2026-10-25', 0, 'October, before the change'],
    ['2026-10-25', '02:00', 1, 60, '2026-10-25', 1, 'October, the first time it is two'],
    ['2026-10-25', '02:00', 0, 60, '2026-10-25', 2, 'October, the second time it is two'],
    ['2026-10-25', '03:00', 1, 60, '2026-10-25', 2, 'which is three by the summer clock'],
    ['2026-10-25', '03:00', 0, 60, '2026-10-25', 3, 'October, after the change'],
    ['2026-10-25', '02:30', 1, 15, '2026-10-25', 9, 'a quarter of the first passage'],
    ['2026-10-25', '02:30', 0, 15, '2026-10-25', 13, 'the same quarter an hour later'],
    ['2026-10-26', '00:00', 0, 60, '2026-10-25', 24, 'October closes with its twenty-fifth hour'],
    ['2026-03-29', '01:00', 0, 60, '2026-03-29', 0, 'March, before the change'],
    ['2026-03-29', '03:00', 1, 60, '2026-03-29', 1, 'March, the second hour ends at three'],
    ['2026-03-29', '02:00', 0, 60, '2026-03-29', 1, 'which is two by the winter clock'],
    ['2026-03-30', '00:00', 1, 60, '2026-03-29', 22, 'March closes with its twenty-third hour'],
    ['2026-07-22', '01:00', 0, 60, '2026-07-22', 0, 'a season that is constantly winter does no harm in July'],
    ['2026-10-25', '02:00', undefined, 60, '2026-10-25', 1, 'without a season the repeated hour is its first passage'],
    ['2026-10-25', '03:00', undefined, 60, '2026-10-25', 3, 'and three is three by the clock that hangs there then'],
    ['2026-03-29', '03:00', undefined, 60, '2026-03-29', 1, 'March needs no season'],
  ])('%s %s season %s in steps of %i is %s number %i: %s', (localDate, clock, summer, step, day, index) => {
    expect(intervalIndexOfEnd({ localDate, minutes: at(clock), summer }, step, madrid)).toEqual({ day, index })
  })

  test.each<[localDate: string, clock: string, summer: 0 | 1 | undefined, step: number, reason: string]>([
    ['2026-03-29', '02:30', 0, 15, 'no clock showed half past two that night'],
    ['2026-03-29', '02:30', undefined, 15, 'with or without a season'],
    ['2026-11-20', '01:10', 0, 15, 'ten past is between two quarters'],
    ['2026-11-20', '01:15', 0, 60, 'a quarter past is inside an hour'],
    ['2026-11-20', '25:00', 0, 60, 'the day ends at 24:00'],
  ])('%s %s season %s in steps of %i is rejected: %s', (localDate, clock, summer, step) => {
    expect(intervalIndexOfEnd({ localDate, minutes: at(clock), summer }, step, madrid)).toBeNull()
  })

  test.each<[zone: MarketTimeZone, summerOffset: string]>([
    [madrid, '+02:00'],
    [canary, '+01:00'],
  ])('names every interval of two years in %s exactly once', (zone, summerOffset) => {
    for (const day of daysFrom('2025-01-01', '2026-12-31')) {
      for (let index = 0; index < countIntervalsOf(day, 60, zone); index++) {
        const label = labelOf(intervalStart(day, index + 1, 60, zone), zone, summerOffset)
        expect(intervalIndexOfEnd(label, 60, zone)).toEqual({ day, index })
      }
    }
  })
})

/** Returns a distributor's label for an instant, computed with the platform's own calendar. */
function labelOf(instant: Date, zone: MarketTimeZone, summerOffset: string) {
  const part = partsOf(instant, zone)
  return {
    localDate: `${part.year}-${part.month}-${part.day}`,
    minutes: Number(part.hour) * 60 + Number(part.minute),
    summer: part.timeZoneName === `GMT${summerOffset}` ? (1 as const) : (0 as const),
  }
}

const calendars = Object.fromEntries(
  [madrid, canary].map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }),
  ]),
)

function partsOf(instant: Date, zone: MarketTimeZone): Record<string, string> {
  return Object.fromEntries(calendars[zone]!.formatToParts(instant).map(({ type, value }) => [type, value]))
}
