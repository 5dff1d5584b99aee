import { type MarketDay, weekdayOf } from './day.ts'
import type { MarketTimeZone } from './market-time.ts'

/**
 * The tariff periods of electricity: the hours, seasons and holidays of the access tariffs. Source: CNMC Circular
 * 3/2020 of 15 January (BOE-A-2020-1066), applied in bills since 1 June 2021.
 */

export type Period = 1 | 2 | 3 | 4 | 5 | 6

/** The tariffs for electric vehicle charging (VE) share the calendar of the tariffs they are named after. */
export const energyTariffs = [
  '2.0TD',
  '3.0TD',
  '6.1TD',
  '6.2TD',
  '6.3TD',
  '6.4TD',
  '3.0TDVE',
  '6.1TDVE',
  '6.2TDVE',
] as const
export type EnergyTariff = (typeof energyTariffs)[number]

export type TariffZone = 'peninsula' | 'baleares' | 'canarias' | 'ceuta' | 'melilla'

/** An hour of supply: `hour` is the local wall-clock hour in which it begins, 0 to 23. */
export type SupplyHour = { tariff: EnergyTariff; zone: TariffZone; day: MarketDay; hour: number }

/** Returns the period in which energy of that hour is billed. */
export function energyPeriodAt({ tariff, zone, day, hour }: SupplyHour): Period {
  const isValley = hour < nightEndHour || isValleyDay(day)
  const { threePeriodPeakHours, sixPeriodPeakHours, seasons } = calendars[zone]
  if (tariff === '2.0TD') return isValley ? 3 : threePeriodPeakHours.includes(hour) ? 1 : 2
  if (isValley) return 6

  const month = Number(day.slice(5, 7))
  const { peak, flat } = seasons.find(({ months }) => months.includes(month))!
  return sixPeriodPeakHours.includes(hour) ? peak : flat
}

/**
 * Returns the period whose contracted power limits that hour. Only 2.0TD has fewer periods for power than for energy.
 */
export function powerPeriodAt(at: SupplyHour): Period {
  const energyPeriod = energyPeriodAt(at)
  if (at.tariff !== '2.0TD') return energyPeriod
  return energyPeriod === 3 ? 2 : 1
}

/** Returns the number of energy periods of a tariff. */
export function energyPeriodCount(tariff: EnergyTariff): 3 | 6 {
  return tariff === '2.0TD' ? 3 : 6
}

/** Returns the number of contracted powers of a tariff. */
export function powerPeriodCount(tariff: EnergyTariff): 2 | 6 {
  return tariff === '2.0TD' ? 2 : 6
}

/**
 * Checks whether the day is a national holiday with a fixed date, 6 January among them. Only these count as Sundays:
 * not Good Friday, which moves, nor regional and local holidays, nor the Monday that a region observes for a holiday on
 * a Sunday.
 */
export function isNationalFixedHoliday(day: MarketDay): boolean {
  return fixedHolidays.has(day.slice('YYYY-'.length))
}

/** Returns the tariff zone of a province, by its two-digit INE code. */
export function zoneOfProvince(ineProvince: string): TariffZone {
  return zonesOffThePeninsula[ineProvince] ?? 'peninsula'
}

/** Returns the time zone in which the zone's hours are counted. */
export function timeZoneOfTariffZone(zone: TariffZone): MarketTimeZone {
  return zone === 'canarias' ? 'Atlantic/Canary' : 'Europe/Madrid'
}

const zonesOffThePeninsula: Record<string, TariffZone> = {
  '07': 'baleares',
  '35': 'canarias',
  '38': 'canarias',
  '51': 'ceuta',
  '52': 'melilla',
}

const fixedHolidays = new Set(['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'])

/** The night, from midnight until this hour, is the cheapest period of every tariff on every day. */
const nightEndHour = 8

/** Checks whether all hours of the day are of the cheapest period. */
export function isValleyDay(day: MarketDay): boolean {
  return weekdayOf(day) >= 6 || isNationalFixedHoliday(day)
}

type Season = { months: number[]; peak: Period; flat: Period }

/** The peak hours of each zone, as local hours in which they begin. Other working hours after the night are flat. */
type ZoneCalendar = {
  threePeriodPeakHours: number[]
  sixPeriodPeakHours: number[]
  /** High, medium-high, medium and low season. */
  seasons: Season[]
}

const calendars: Record<TariffZone, ZoneCalendar> = {
  peninsula: {
    threePeriodPeakHours: [10, 11, 12, 13, 18, 19, 20, 21],
    sixPeriodPeakHours: [9, 10, 11, 12, 13, 18, 19, 20, 21],
    seasons: [
      { months: [1, 2, 7, 12], peak: 1, flat: 2 },
      { months: [3, 11], peak: 2, flat: 3 },
      { months: [6, 8, 9], peak: 3, flat: 4 },
      { months: [4, 5, 10], peak: 4, flat: 5 },
    ],
  },
  baleares: {
    threePeriodPeakHours: [10, 11, 12, 13, 18, 19, 20, 21],
    sixPeriodPeakHours: [10, 11, 12, 13, 14, 18, 19, 20, 21],
    seasons: [
      { months: [6, 7, 8, 9], peak: 1, flat: 2 },
      { months: [5, 10], peak: 2, flat: 3 },
      { months: [1, 2, 12], peak: 3, flat: 4 },
      { months: [3, 4, 11], peak: 4, flat: 5 },
    ],
  },
  canarias: {
    threePeriodPeakHours: [10, 11, 12, 13, 18, 19, 20, 21],
    sixPeriodPeakHours: [10, 11, 12, 13, 14, 18, 19, 20, 21],
    seasons: [
      { months: [7, 8, 9, 10], peak: 1, flat: 3 },
      { months: [11, 12], peak: 2, flat: 3 },
      { months: [1, 2, 3], peak: 2, flat: 4 },
      { months: [4, 5, 6], peak: 4, flat: 5 },
    ],
  },
  ceuta: {
    threePeriodPeakHours: [11, 12, 13, 14, 19, 20, 21, 22],
    sixPeriodPeakHours: [10, 11, 12, 13, 14, 19, 20, 21, 22],
    seasons: [
      { months: [1, 2, 8, 9], peak: 1, flat: 4 },
      { months: [7, 10], peak: 2, flat: 3 },
      { months: [3, 11, 12], peak: 2, flat: 4 },
      { months: [4, 5, 6], peak: 3, flat: 5 },
    ],
  },
  melilla: {
    threePeriodPeakHours: [11, 12, 13, 14, 19, 20, 21, 22],
    sixPeriodPeakHours: [10, 11, 12, 13, 14, 19, 20, 21, 22],
    seasons: [
      { months: [1, 7, 8, 9], peak: 1, flat: 2 },
      { months: [2, 12], peak: 2, flat: 3 },
      { months: [6, 10, 11], peak: 3, flat: 4 },
      { months: [3, 4, 5], peak: 4, flat: 5 },
    ],
  },
}
