import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { addDays, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import {
  type EnergyTariff,
  energyPeriodAt,
  energyPeriodCount,
  powerPeriodCount,
  type TariffZone,
} from '#vocabulary/tariff-periods.ts'
import { electricityBillOf, gasBillOf } from './offered-bill.ts'

/** What a supply needs in a year, as far as a price depends on it. */
export type YearOfSupply = { zone: TariffZone; today: MarketDay; figures: RegulatedFigures }

const daysOfYear = 365

/**
 * The power of each period of a tariff, P1 first, of those that are told: a period of which nothing is told has that of the
 * one before. Null where one is told of a period that the tariff has not.
 */
export function powersByPeriod(tariff: EnergyTariff, toldWatts: readonly [number, ...(number | null)[]]) {
  const periods = powerPeriodCount(tariff)
  if (toldWatts.slice(periods).some((watts) => watts !== null)) return null
  const powers: number[] = []
  for (let period = 0; period < periods; period++) powers.push(toldWatts[period] ?? powers.at(-1)!)
  return powers
}

/**
 * What a year of electricity comes to, taxes and meter included, as if the last 365 days were billed today at these
 * prices. Lists have one value per period, P1 first. Null where a tax of the zone is not known.
 */
export function electricityYearCents(
  { zone, today, figures }: YearOfSupply,
  use: { powerWatts: readonly number[]; energyWh: readonly number[]; prices: ElectricityPrices },
): Cents | null {
  const { prices, ...supply } = use
  return electricityBillOf({ ...lastYear(today), ...supply, zone }, prices, figures)?.totalCents ?? null
}

/** The same for gas. Null where a tax is not known, as the hydrocarbon tax until the operator has entered it. */
export function gasYearCents(
  { zone, today, figures }: YearOfSupply,
  use: { energyWh: number; prices: GasPrices },
): Cents | null {
  const { prices, energyWh } = use
  return gasBillOf({ ...lastYear(today), energyWh, zone }, prices, figures)?.totalCents ?? null
}

type YearOfTariff = { tariff: EnergyTariff; zone: TariffZone; today: MarketDay }

/**
 * A year's energy by period for somebody of whom only the sum is known: as if it were used evenly at all hours of the
 * last year. The parts add up to the whole.
 */
export function evenlyByPeriod(year: YearOfTariff, yearWh: number): number[] {
  return spreadOverHours(hoursByPeriod(year), yearWh)
}

/** How many hours of the last year each period has. */
export function hoursByPeriod({ tariff, zone, today }: YearOfTariff): number[] {
  const hours = Array.from({ length: energyPeriodCount(tariff) }, () => 0)
  for (const day of daysFrom(addDays(today, 1 - daysOfYear), today))
    for (let hour = 0; hour < 24; hour++) {
      const period = energyPeriodAt({ tariff, zone, day, hour })
      hours[period - 1] = hours[period - 1]! + 1
    }
  return hours
}

/** Energy in shares of the hours of a year; what rounding leaves is of the last, so that the parts add up to the whole. */
export function spreadOverHours(hours: readonly number[], yearWh: number): number[] {
  const parts = hours.map((count) => Math.floor((yearWh * count) / (daysOfYear * 24)))
  parts[parts.length - 1] = parts.at(-1)! + yearWh - parts.reduce((sum, part) => sum + part, 0)
  return parts
}

/** The 365 days until today. */
export function lastYear(today: MarketDay) {
  return { firstDay: addDays(today, 1 - daysOfYear), lastDay: today }
}
