import { describe, expect, test } from 'vitest'
import {
  type EnergyTariff,
  energyPeriodAt,
  energyPeriodCount,
  energyTariffs,
  isNationalFixedHoliday,
  powerPeriodAt,
  powerPeriodCount,
  type TariffZone,
  timeZoneOfTariffZone,
  zoneOfProvince,
} from './tariff-periods.ts'

describe('the hours of a day', () => {
  test.each<[tariff: EnergyTariff, zone: TariffZone, day: string, periods: string, reason: string]>([
    ['2.0TD', 'peninsula', '2026-09-28', '333333332211112222111122', 'a working day has eight hours of each'],
    [
      '2.0TD',
      'canarias',
      '2026-09-28',
      '333333332211112222111122',
      'the islands keep the same hours by their own clock',
    ],
    ['2.0TD', 'ceuta', '2026-07-20', '333333332221111222211112', 'Ceuta an hour later, in every month'],
    ['2.0TD', 'melilla', '2026-03-09', '333333332221111222211112', 'and Melilla too'],
    ['2.0TD', 'peninsula', '2026-09-26', '333333333333333333333333', 'a Saturday is cheap all day'],
    ['2.0TD', 'peninsula', '2026-10-12', '333333333333333333333333', 'so is a holiday on a Monday'],
    ['2.0TD', 'peninsula', '2026-04-03', '333333332211112222111122', 'but not Good Friday, whose date moves'],
    ['3.0TD', 'peninsula', '2026-01-14', '666666662111112222111122', 'high season'],
    ['3.0TD', 'peninsula', '2026-03-11', '666666663222223333222233', 'middle high season'],
    ['3.0TD', 'peninsula', '2026-06-10', '666666664333334444333344', 'middle season'],
    ['3.0TD', 'peninsula', '2026-04-15', '666666665444445555444455', 'low season'],
    [
      '6.1TD',
      'baleares',
      '2026-07-15',
      '666666662211111222111122',
      'the peak begins an hour later than on the mainland',
    ],
    ['6.1TD', 'canarias', '2026-07-15', '666666663311111333111133', 'the high season has no second period'],
    ['6.1TD', 'ceuta', '2026-01-14', '666666664411111444411114', 'the high season drops from first to fourth'],
    ['6.1TD', 'ceuta', '2026-04-15', '666666665533333555533335', 'the low season has no fourth period'],
    ['6.1TD', 'melilla', '2026-01-14', '666666662211111222211112', 'the evening peak begins an hour later'],
    ['6.4TD', 'peninsula', '2026-01-06', '666666666666666666666666', 'Epiphany is cheap all day'],
    ['6.1TDVE', 'peninsula', '2026-01-14', '666666662111112222111122', 'vehicle charging has the same calendar'],
  ])('%s in %s on %s are billed in %s: %s', (tariff, zone, day, periods) => {
    const ofHours = Array.from({ length: 24 }, (_, hour) => energyPeriodAt({ tariff, zone, day, hour }))
    expect(ofHours.join('')).toBe(periods)
  })
})

describe('the seasons of the six periods', () => {
  const workingDays = [
    '01-14',
    '02-11',
    '03-11',
    '04-15',
    '05-13',
    '06-10',
    '07-15',
    '08-12',
    '09-16',
    '10-14',
    '11-11',
    '12-16',
  ]

  test.each<[zone: TariffZone, atNoon: string, atFour: string, reason: string]>([
    ['peninsula', '112443133421', '223554244532', 'dear in the cold and in July'],
    ['baleares', '334421111243', '445532222354', 'dear with the summer visitors'],
    ['canarias', '222444111122', '444555333333', 'dear from July to October'],
    ['ceuta', '112333211222', '444555344344', 'dear in winter and late summer'],
    ['melilla', '124443111332', '235554222443', 'dear in January and in summer'],
  ])('in %s are %s at noon and %s at four, month by month: %s', (zone, atNoon, atFour) => {
    const at = (hour: number) =>
      workingDays.map((date) => energyPeriodAt({ tariff: '3.0TD', zone, day: `2026-${date}`, hour })).join('')
    expect([at(12), at(16)]).toEqual([atNoon, atFour])
  })
})

describe('the contracted power that limits an hour', () => {
  test.each<[tariff: EnergyTariff, day: string, hour: number, period: number, reason: string]>([
    ['2.0TD', '2026-09-28', 7, 2, 'the night of a household'],
    ['2.0TD', '2026-09-28', 8, 1, 'a flat hour counts as day'],
    ['2.0TD', '2026-09-28', 12, 1, 'as a peak hour does'],
    ['2.0TD', '2026-09-26', 12, 2, 'the weekend counts as night'],
    ['3.0TD', '2026-09-28', 12, 3, 'with six periods power follows energy'],
    ['3.0TD', '2026-09-26', 12, 6, 'at the weekend too'],
  ])('for %s on %s at %i is that of period %i: %s', (tariff, day, hour, period) => {
    expect(powerPeriodAt({ tariff, zone: 'peninsula', day, hour })).toBe(period)
  })

  test('2.0TD has three energy periods and two power periods, all others six of both', () => {
    const counts = energyTariffs.map((tariff) => [energyPeriodCount(tariff), powerPeriodCount(tariff)])
    expect(counts).toEqual([[3, 2], ...Array(energyTariffs.length - 1).fill([6, 6])])
  })
})

test.each([
  ['2026-01-01', true, 'New Year'],
  ['2026-01-06', true, 'Epiphany'],
  ['2026-05-01', true, 'Labour Day'],
  ['2026-08-15', true, 'Assumption, on a Saturday or not'],
  ['2026-10-12', true, 'the national day'],
  ['2026-11-01', true, 'All Saints'],
  ['2026-12-06', true, 'Constitution Day'],
  ['2026-12-08', true, 'Immaculate Conception'],
  ['2026-12-25', true, 'Christmas'],
  ['2026-04-02', false, 'Maundy Thursday moves'],
  ['2026-04-03', false, 'Good Friday moves'],
  ['2026-11-02', false, 'the Monday after All Saints on a Sunday'],
  ['2026-12-26', false, 'Saint Stephen is Catalan'],
])('%s as a national holiday with a fixed date: %s, %s', (day, expected) => {
  expect(isNationalFixedHoliday(day)).toBe(expected)
})

test.each<[province: string, zone: TariffZone, timeZone: string, reason: string]>([
  ['08', 'peninsula', 'Europe/Madrid', 'Barcelona'],
  ['07', 'baleares', 'Europe/Madrid', 'the Balearic Islands'],
  ['35', 'canarias', 'Atlantic/Canary', 'Las Palmas'],
  ['38', 'canarias', 'Atlantic/Canary', 'Santa Cruz de Tenerife'],
  ['51', 'ceuta', 'Europe/Madrid', 'Ceuta keeps the clock of Madrid'],
  ['52', 'melilla', 'Europe/Madrid', 'Melilla too'],
])('province %s is in %s and uses the time zone %s: %s', (province, zone, timeZone) => {
  expect(zoneOfProvince(province)).toBe(zone)
  expect(timeZoneOfTariffZone(zone)).toBe(timeZone)
})
