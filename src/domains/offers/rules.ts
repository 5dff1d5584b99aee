import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import { addDays, daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import {
  type EnergyTariff,
  energyPeriodAt,
  energyPeriodCount,
  isValleyDay,
  powerPeriodCount,
  type TariffZone,
} from '#vocabulary/tariff-periods.ts'
import { calculateOfferedElectricityBill, calculateOfferedGasBill } from './offered-bill.ts'

/** What the price of a year depends on besides the product. */
export type YearOfSupply = { zone: TariffZone; today: MarketDay; regulatedPrices: RegulatedPrices }

const daysOfYear = 365

/**
 * Returns the power of each period of a tariff, P1 first: a period without a value takes that of the one before. Null
 * where a value is given for a period that the tariff does not have.
 */
export function fillPowersByPeriod(tariff: EnergyTariff, statedWatts: readonly [number, ...(number | null)[]]) {
  const periods = powerPeriodCount(tariff)
  if (statedWatts.slice(periods).some((watts) => watts !== null)) return null
  const powers: number[] = []
  for (let period = 0; period < periods; period++) powers.push(statedWatts[period] ?? powers.at(-1)!)
  return powers
}

/**
 * Returns the yearly cost of electricity, taxes and meter included, as if the last 365 days were billed today at these
 * prices. Lists have one value per period, P1 first. Null where a tax of the zone is not known.
 */
export function calculateElectricityYearCents(
  { zone, today, regulatedPrices }: YearOfSupply,
  use: { powerWatts: readonly number[]; energyWh: readonly number[]; prices: ElectricityPrices },
): Cents | null {
  const { prices, ...supply } = use
  return (
    calculateOfferedElectricityBill({ ...lastYearRange(today), ...supply, zone }, prices, regulatedPrices)
      ?.totalCents ?? null
  )
}

/**
 * Does the same for gas. Null where a tax is not known, such as the hydrocarbon tax until the operator has entered it.
 */
export function calculateGasYearCents(
  { zone, today, regulatedPrices }: YearOfSupply,
  use: { energyWh: number; prices: GasPrices },
): Cents | null {
  const { prices, energyWh } = use
  return (
    calculateOfferedGasBill({ ...lastYearRange(today), energyWh, zone }, prices, regulatedPrices)?.totalCents ?? null
  )
}

type YearOfTariff = { tariff: EnergyTariff; zone: TariffZone; today: MarketDay }

/**
 * Spreads a year's energy over the periods where only the total is known, as if it were used evenly in all hours of the
 * last year. The parts add up to the total.
 */
export function spreadEvenlyByPeriod(year: YearOfTariff, yearWh: number): number[] {
  return spreadOverHours(hoursByPeriod(year), yearWh)
}

/** Returns the number of hours of each period in the last year. */
export function hoursByPeriod({ tariff, zone, today }: YearOfTariff): number[] {
  const hours = Array.from({ length: energyPeriodCount(tariff) }, () => 0)
  for (const days of daysWithSamePeriods(today))
    for (let hour = 0; hour < 24; hour++) {
      const period = energyPeriodAt({ tariff, zone, day: days[0]!, hour })
      hours[period - 1] = hours[period - 1]! + days.length
    }
  return hours
}

/** Groups the days of the last year: all valley days have the same periods, and so have the other days of a month. */
function daysWithSamePeriods(today: MarketDay): Iterable<MarketDay[]> {
  const { firstDay, lastDay } = lastYearRange(today)
  return Map.groupBy(daysFrom(firstDay, lastDay), (day) => (isValleyDay(day) ? 'valley' : day.slice(5, 7))).values()
}

/**
 * Spreads energy in proportion to the hours of a year. The last part takes the rounding difference, so that the parts
 * add up to the total.
 */
export function spreadOverHours(hours: readonly number[], yearWh: number): number[] {
  const parts = hours.map((count) => Math.floor((yearWh * count) / (daysOfYear * 24)))
  parts[parts.length - 1] = parts.at(-1)! + yearWh - parts.reduce((sum, part) => sum + part, 0)
  return parts
}

/** Returns the 365 days until today. */
export function lastYearRange(today: MarketDay) {
  return { firstDay: addDays(today, 1 - daysOfYear), lastDay: today }
}
