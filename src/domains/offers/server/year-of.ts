import type { Database } from '#db/database.ts'
import { knownFigures } from '#domains/figures/server/known-figures.ts'
import { findRegistered, registeredYear } from '#domains/supply-register/server/register-store.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import { zoneOfPostcode } from '#vocabulary/postcode-zone.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import { type EnergyTariff, energyPeriodCount, type TariffZone } from '#vocabulary/tariff-periods.ts'
import { electricityYearCents, evenlyByPeriod, gasYearCents, lastYear } from '../rules.ts'
import { monthlyParts } from '../spread-year.ts'
import { yearOfBills } from '../year-of-bills.ts'
import type { Energy } from './offer-store.ts'

type Basis = 'register' | 'told'

/** A year of a supply that is known well enough to tell what it would cost. */
export type KnownYear = {
  zone: TariffZone
  today: MarketDay
  figures: RegulatedFigures
  basis: Basis
  /** By period, P1 first, or one sum where only that is known. */
  energyWh: number[]
  /** What is fed into the grid, as whoever asks tells. */
  surplusWh: number
}

/** Euros with all taxes, and of which kWh; what of it surplus lowers, before taxes. */
type Costs = { amount: number; kwh: number; basis: Basis; surplus_kwh: number; surplus_amount: number }

/** What there is no year for want of: what the supply uses, where it is, or a tax of that place. */
export type MissingForYear = 'use' | 'place' | 'tax'

type Asked = {
  cups20: string | null
  energy: Energy
  /** Where whoever asks says that the supply is: it counts where the register does not know. */
  postcode: string | null
  toldKwh: number | null
  /** What is fed in, which no register knows. */
  toldSurplusKwh?: number | null
  today: MarketDay
}

/** What whoever asks tells of the year, or what the register does; or what of it neither does. */
export async function yearOf(db: Database, asked: Asked): Promise<KnownYear | Exclude<MissingForYear, 'tax'>> {
  const { cups20, energy, postcode, toldKwh, toldSurplusKwh, today } = asked
  const supply = cups20 === null ? undefined : await findRegistered(db, { cups20, energy })
  const registered = toldKwh === null && supply ? await registeredYear(db, supply.cups20) : undefined
  const energyWh = toldKwh === null ? registered?.energyWh : [toldKwh * 1_000]
  if (energyWh === undefined) return 'use'
  // Nobody is told a figure with the taxes of a place that may be another.
  const zone = zoneOfPostcode(supply?.postcode ?? postcode)
  if (zone === null) return 'place'
  return {
    zone,
    today,
    figures: await knownFigures(db),
    basis: toldKwh === null ? 'register' : 'told',
    energyWh,
    surplusWh: (toldSurplusKwh ?? 0) * 1_000,
  }
}

/**
 * What a year of electricity would cost with these prices, unless a figure of the zone is missing. A roof is billed month by month,
 * since each bill pays surplus up to its own energy; a wallet that a newcomer does not have yet pays nothing.
 */
export function electricityYear(
  year: KnownYear,
  supply: { tariff: EnergyTariff; powerWatts: readonly number[]; prices: ElectricityPrices },
): Costs | 'tax' {
  const { tariff, powerWatts, prices } = supply
  const isByPeriod = year.energyWh.length === energyPeriodCount(tariff)
  const sumWh = sumOf(year.energyWh)
  const energyWh = isByPeriod ? year.energyWh : evenlyByPeriod({ ...year, tariff }, sumWh)
  if (year.surplusWh === 0) return presentYear(year, electricityYearCents(year, { powerWatts, energyWh, prices }))
  const { zone, today, surplusWh, figures } = year
  const parts = monthlyParts(lastYear(today), { energyWh, surplusWh })
  const bills = yearOfBills(parts, { zone, powerWatts, dueDay: today, hasWallet: false }, prices, figures)
  return presentYear(year, bills?.totalCents ?? null, bills?.surplusCents)
}

/** The same for gas. */
export function gasYear(year: KnownYear, prices: GasPrices): Costs | 'tax' {
  return presentYear(year, gasYearCents(year, { energyWh: sumOf(year.energyWh), prices }))
}

function presentYear({ energyWh, surplusWh, basis }: KnownYear, cents: Cents | null, surplusCents = 0): Costs | 'tax' {
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
