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
import { electricityYearCents, evenlyByPeriod, gasYearCents } from '../rules.ts'
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
}

type Asked = { cups20: string | null; energy: Energy; toldKwh: number | null; today: MarketDay }

/** What whoever asks tells of the year, or what the register does; undefined where neither does. */
export async function yearOf(db: Database, asked: Asked): Promise<KnownYear | undefined> {
  const { cups20, energy, toldKwh, today } = asked
  const supply = cups20 === null ? undefined : await findRegistered(db, { cups20, energy })
  const registered = toldKwh === null && supply ? await registeredYear(db, supply.cups20) : undefined
  const energyWh = toldKwh === null ? registered?.energyWh : [toldKwh * 1_000]
  if (energyWh === undefined) return undefined
  return {
    // Where no place is known, it is taken for the peninsula, where nearly all supplies are.
    zone: zoneOfPostcode(supply?.postcode ?? null) ?? 'peninsula',
    today,
    figures: await knownFigures(db),
    basis: toldKwh === null ? 'register' : 'told',
    energyWh,
  }
}

/** What a year of electricity would cost with these prices; null where a figure of the zone is missing. */
export function electricityYear(
  year: KnownYear,
  supply: { tariff: EnergyTariff; powerWatts: readonly number[]; prices: ElectricityPrices },
) {
  const { tariff, powerWatts, prices } = supply
  const isByPeriod = year.energyWh.length === energyPeriodCount(tariff)
  const sumWh = sumOf(year.energyWh)
  const energyWh = isByPeriod ? year.energyWh : evenlyByPeriod({ ...year, tariff }, sumWh)
  return presentYear(year, electricityYearCents(year, { powerWatts, energyWh, prices }))
}

/** The same for gas. */
export function gasYear(year: KnownYear, prices: GasPrices) {
  return presentYear(year, gasYearCents(year, { energyWh: sumOf(year.energyWh), prices }))
}

function presentYear({ energyWh, basis }: KnownYear, cents: Cents | null) {
  if (cents === null) return null
  return { amount: Number(decimalFromCents(cents)), kwh: Math.round(Number(kwhFromWh(sumOf(energyWh)))), basis }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
