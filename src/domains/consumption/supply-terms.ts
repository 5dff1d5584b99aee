import { dayCount, type MarketDay } from '#vocabulary/day.ts'
import { type EnergyTariff, energyTariffs, type TariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'

/** What determines the tariff period of an hour of supply on a day. */
export type SupplyTerms = { tariff: EnergyTariff; zone: TariffZone }

/** A value that applies from a day until the next of its kind. */
export type DatedValue<Value> = { fromDay: MarketDay; value: Value }

/** A contract of a supply point: its days, and its tariffs with their first days. */
export type PointContract = {
  startsOn: MarketDay | null
  endsOn: MarketDay | null
  tariffs: readonly DatedValue<string>[]
}

/** The tariff of a supply point that never had a contract: that of nearly all homes. */
export const defaultTariff: EnergyTariff = '2.0TD'

/**
 * Returns the value in force on a day: the latest that has begun, or the earliest for a day before all of them;
 * undefined without any. The values may be in any order.
 */
export function findValueInForce<Value>(day: MarketDay, dated: readonly DatedValue<Value>[]): Value | undefined {
  let latest: DatedValue<Value> | undefined
  let first: DatedValue<Value> | undefined
  for (const each of dated) {
    if (!first || each.fromDay < first.fromDay) first = each
    if (each.fromDay <= day && (!latest || each.fromDay > latest.fromDay)) latest = each
  }
  return (latest ?? first)?.value
}

/** Returns the energy tariff of a name; null for a gas tariff. */
export function energyTariffOf(name: string | undefined): EnergyTariff | null {
  return energyTariffs.find((known) => known === name) ?? null
}

/**
 * Returns the zone of a supply point on a day: by the provinces it was known to lie in, if they ever changed, or by its
 * current one.
 */
export function findZoneOn(day: MarketDay, present: string, provinces: readonly DatedValue<string>[]): TariffZone {
  return zoneOfProvince(findValueInForce(day, provinces) ?? present)
}

/**
 * Returns the tariff of a supply point on a day: that of the contract in force, or the later one if a holder follows
 * another on the same day. Between contracts it is that of the nearest, or the earlier of two that are equally near. A
 * contract without a first day counts only if there is no other.
 */
export function findPointTariffOn(day: MarketDay, contracts: readonly PointContract[]): EnergyTariff {
  const begun = contracts.filter(({ startsOn }) => startsOn !== null)
  const byDistance = (begun.length > 0 ? begun : contracts)
    .map((contract) => ({ contract, distance: daysBetween(day, contract) }))
    .sort((one, other) => one.distance - other.distance || compareStarts(one.contract, other.contract, one.distance))
  for (const { contract } of byDistance) {
    const tariff = energyTariffOf(findValueInForce(day, contract.tariffs))
    if (tariff) return tariff
  }
  return defaultTariff
}

/** Returns how many days a day lies outside a contract; 0 within it. */
function daysBetween(day: MarketDay, { startsOn, endsOn }: PointContract): number {
  if (startsOn !== null && day < startsOn) return dayCount(day, startsOn) - 1
  return endsOn !== null && day > endsOn ? dayCount(endsOn, day) - 1 : 0
}

function compareStarts(one: PointContract, other: PointContract, distance: number): number {
  const order = (one.startsOn ?? '') < (other.startsOn ?? '') ? -1 : 1
  return one.startsOn === other.startsOn ? 0 : distance === 0 ? -order : order
}
