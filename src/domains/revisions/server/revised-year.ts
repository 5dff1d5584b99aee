import { minDays } from '#domains/comparators/server/measured-year.ts'
import { calculateGasYearCents, spreadEvenlyByPeriod } from '#domains/offers/rules.ts'
import { type BilledPart, calculateYearOfBills } from '#domains/offers/year-of-bills.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyTariffs, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { ProductPrices, RevisedYear } from '../revision.ts'

/** A contract with what its yearly cost depends on. */
export type YearContract = {
  energy: Energy
  tariff: string
  powerWatts: readonly number[]
  provinceCode: string
  hasWallet: boolean
}

/** What is known of the last year of a contract: by its curve, or by its invoices. */
export type KnownYear = { basis: RevisedYear['basis']; parts: readonly BilledPart[]; range: DayRange }

/** What the invoices of a contract charged, from the first to the last day of any; null where there are none. */
export type BilledEnergy = { energyWh: number | null; firstDay: MarketDay | null; lastDay: MarketDay | null }

/**
 * Scales what was invoiced in a year to 365 days, spread evenly over the periods of the tariff. Null where less than 300
 * days are known.
 */
export function billedYearOf(
  { energy, tariff, provinceCode }: YearContract,
  { energyWh, firstDay, lastDay }: BilledEnergy,
  today: MarketDay,
): KnownYear | null {
  if (energyWh === null || !firstDay || !lastDay) return null
  const days = dayCount(firstDay, lastDay)
  if (days < minDays) return null
  const yearWh = Math.round((energyWh / days) * 365)
  const year = { zone: zoneOfProvince(provinceCode), today, tariff: tariff as EnergyTariff }
  const byPeriod = energy === 'electricity' ? spreadEvenlyByPeriod(year, yearWh) : [yearWh]
  const billed = { firstDay: addDays(today, -364), lastDay: today }
  return { basis: 'billed', parts: [{ ...billed, energyWh: byPeriod, surplusWh: 0 }], range: { firstDay, lastDay } }
}

type YearPrices = {
  prices: { before: ProductPrices; after: ProductPrices }
  regulatedPrices: RegulatedPrices
  today: MarketDay
}

/**
 * Returns what the last year of a contract costs at the prices before and after a revision, with today's taxes. Null where
 * a tax of the place is not known.
 */
export function calculateRevisedYear(
  contract: YearContract,
  { basis, parts, range }: KnownYear,
  { prices, ...at }: YearPrices,
): RevisedYear | null {
  const beforeCents = costOf(parts, contract, { prices: prices.before, ...at })
  const afterCents = costOf(parts, contract, { prices: prices.after, ...at })
  if (beforeCents === null || afterCents === null) return null
  const energyWh = parts.flatMap((part) => part.energyWh).reduce((sum, wh) => sum + wh, 0)
  return { basis, ...range, energyWh, beforeCents, afterCents }
}

type CostInput = { prices: ProductPrices; regulatedPrices: RegulatedPrices; today: MarketDay }

function costOf(
  parts: readonly BilledPart[],
  { energy, tariff, powerWatts, provinceCode, hasWallet }: YearContract,
  { prices, regulatedPrices, today }: CostInput,
): number | null {
  const zone = zoneOfProvince(provinceCode)
  if (energy === 'gas') {
    const energyWh = parts.flatMap((part) => part.energyWh).reduce((sum, wh) => sum + wh, 0)
    return calculateGasYearCents({ zone, today, regulatedPrices }, { energyWh, prices: prices as GasPrices })
  }
  if (!energyTariffs.includes(tariff as EnergyTariff)) return null
  const supply = { zone, powerWatts, dueDay: today, hasWallet }
  return calculateYearOfBills(parts, supply, prices as ElectricityPrices, regulatedPrices)?.totalCents ?? null
}
