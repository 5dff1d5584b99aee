import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { type EnergyTariff, energyTariffs, type TariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'

/** What decides the tariff period of an hour of supply on a day. */
export type SupplyTerms = { tariff: EnergyTariff; zone: TariffZone }

/** Something that applies from a day until the next of its kind. */
export type Dated<Value> = { fromDay: MarketDay; value: Value }

/** A contract of a supply point: its days, and its tariffs since when. */
export type PointContract = {
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  tariffs: readonly Dated<string>[]
}

/** For a point that never had a contract: the tariff of nearly all homes. */
export const usualTariff: EnergyTariff = '2.0TD'

/** What applies on a day: the latest that has begun, or the first of all before it; undefined without any. In any order. */
export function inForceOn<Value>(day: MarketDay, dated: readonly Dated<Value>[]): Value | undefined {
  let latest: Dated<Value> | undefined
  let first: Dated<Value> | undefined
  for (const each of dated) {
    if (!first || each.fromDay < first.fromDay) first = each
    if (each.fromDay <= day && (!latest || each.fromDay > latest.fromDay)) latest = each
  }
  return (latest ?? first)?.value
}

/** The energy tariff of a name; null for one of gas. */
export function energyTariffOf(name: string | undefined): EnergyTariff | null {
  return energyTariffs.find((known) => known === name) ?? null
}

/** The zone of a supply point on a day: by the provinces it was known to lie in, if they ever changed, or by its present one. */
export function zoneOn(day: MarketDay, present: string, provinces: readonly Dated<string>[]): TariffZone {
  return zoneOfProvince(inForceOn(day, provinces) ?? present)
}

/**
 * The tariff of a supply point on a day: that of the contract whose day it is, the later one where a holder follows another
 * on the same day; between contracts that of the nearest, of two as near the earlier. A contract without a first day counts
 * only where there is no other.
 */
export function tariffOfPointOn(day: MarketDay, contracts: readonly PointContract[]): EnergyTariff {
  const begun = contracts.filter(({ startsOn }) => startsOn !== null)
  const byDistance = (begun.length > 0 ? begun : contracts)
    .map((contract) => ({ contract, distance: daysBetween(day, contract) }))
    .sort((one, other) => one.distance - other.distance || compareStarts(one.contract, other.contract, one.distance))
  for (const { contract } of byDistance) {
    const tariff = energyTariffOf(inForceOn(day, contract.tariffs))
    if (tariff) return tariff
  }
  return usualTariff
}

/** How many days a day lies outside of a contract; 0 within. */
function daysBetween(day: MarketDay, { startsOn, endsOn }: PointContract): number {
  if (startsOn !== null && day < startsOn) return dayCount(day, startsOn) - 1
  return endsOn !== null && day > endsOn ? dayCount(endsOn, day) - 1 : 0
}

function compareStarts(one: PointContract, other: PointContract, distance: number): number {
  const order = (one.startsOn ?? '') < (other.startsOn ?? '') ? -1 : 1
  return one.startsOn === other.startsOn ? 0 : distance === 0 ? -order : order
}
