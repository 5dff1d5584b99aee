import type { Database } from '#db/database.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { findRegisteredSupply, findRegisteredYear } from '#domains/supply-register/server/register-store.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyPeriodCount, type TariffZone } from '#vocabulary/tariff-periods.ts'
import { calculateElectricityYearCents, calculateGasYearCents, lastYearRange, spreadEvenlyByPeriod } from '../rules.ts'
import { splitYearByMonth } from '../spread-year.ts'
import { calculateYearOfBills } from '../year-of-bills.ts'
import type { Energy } from './offer-store.ts'

type Basis = 'register' | 'told'

/** A year of a supply that is known well enough to calculate its cost. */
export type KnownYear = {
  zone: TariffZone
  today: MarketDay
  regulatedPrices: RegulatedPrices
  basis: Basis
  /** By period, P1 first, or a single total where only that is known. */
  energyWh: number[]
  /** The energy fed in, as given in the query. */
  surplusWh: number
}

/** The cost in euros with all taxes, its kWh, and the reduction by surplus, before taxes. */
type YearCosts = { amount: number; kwh: number; basis: Basis; surplus_kwh: number; surplus_amount: number }

/** The datum without which there is no yearly cost: the consumption, the location, or a tax of that location. */
export type MissingForYear = 'use' | 'place' | 'tax'

type YearInput = {
  cups20: string | null
  energy: Energy
  /** The location given in the query, used where the register does not know it. */
  postcode: string | null
  statedKwh: number | null
  /** The energy fed in, which no register knows. */
  statedSurplusKwh?: number | null
  today: MarketDay
}

/** Returns the year as given in the query or known to the register, or what is missing in both. */
export async function resolveYear(db: Database, input: YearInput): Promise<KnownYear | Exclude<MissingForYear, 'tax'>> {
  const { cups20, energy, postcode, statedKwh, statedSurplusKwh, today } = input
  const supply = cups20 === null ? undefined : await findRegisteredSupply(db, { cups20, energy })
  const registered = statedKwh === null && supply ? await findRegisteredYear(db, supply.cups20) : undefined
  const energyWh = statedKwh === null ? registered?.energyWh : [statedKwh * 1_000]
  if (energyWh === undefined) return 'use'
  // A figure with the taxes of the wrong place must not be returned.
  const zone = zoneOfPostcode(supply?.postcode ?? postcode)
  if (zone === null) return 'place'
  return {
    zone,
    today,
    regulatedPrices: await loadRegulatedPrices(db),
    basis: statedKwh === null ? 'register' : 'told',
    energyWh,
    surplusWh: (statedSurplusKwh ?? 0) * 1_000,
  }
}

/**
 * Returns the yearly cost of electricity with these prices, unless a figure of the zone is missing. A roof is billed
 * month by month, since each bill pays surplus up to its own energy. A wallet, which a new customer does not have yet,
 * pays nothing.
 */
export function priceElectricityYear(
  year: KnownYear,
  supply: { tariff: EnergyTariff; powerWatts: readonly number[]; prices: ElectricityPrices },
): YearCosts | 'tax' {
  const { tariff, powerWatts, prices } = supply
  const isByPeriod = year.energyWh.length === energyPeriodCount(tariff)
  const sumWh = sumOf(year.energyWh)
  const energyWh = isByPeriod ? year.energyWh : spreadEvenlyByPeriod({ ...year, tariff }, sumWh)
  if (year.surplusWh === 0)
    return presentYear(year, calculateElectricityYearCents(year, { powerWatts, energyWh, prices }))
  const { zone, today, surplusWh, regulatedPrices } = year
  const parts = splitYearByMonth(lastYearRange(today), { energyWh, surplusWh })
  const bills = calculateYearOfBills(
    parts,
    { zone, powerWatts, dueDay: today, hasWallet: false },
    prices,
    regulatedPrices,
  )
  return presentYear(year, bills?.totalCents ?? null, bills?.surplusCents)
}

/** Does the same for gas. */
export function priceGasYear(year: KnownYear, prices: GasPrices): YearCosts | 'tax' {
  return presentYear(year, calculateGasYearCents(year, { energyWh: sumOf(year.energyWh), prices }))
}

function presentYear(
  { energyWh, surplusWh, basis }: KnownYear,
  cents: Cents | null,
  surplusCents = 0,
): YearCosts | 'tax' {
  if (cents === null) return 'tax'
  return {
    amount: Number(decimalFromCents(cents)),
    kwh: Math.round(Number(kwhFromWh(sumOf(energyWh)))),
    basis,
    surplus_kwh: Number(kwhFromWh(surplusWh)),
    surplus_amount: Number(decimalFromCents(surplusCents)),
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
