import { LRUCache } from 'lru-cache'
import { localHourOf } from '#vocabulary/market-time.ts'
import {
  type EnergyTariff,
  energyPeriodAt,
  energyPeriodCount,
  type Period,
  timeZoneOfTariffZone,
} from '#vocabulary/tariff-periods.ts'
import type { MeteredDay, StoredDay } from '../../curve.ts'
import type { SupplyTerms } from '../../supply-terms.ts'

/** The totals of a day: energy by tariff period, P1 first, and how many of its intervals have no value. */
export type DayTotals = {
  importPeriodWh: number[]
  exportPeriodWh: number[] | null
  reactiveTotalVarh: number | null
  missingIntervals: number
}

type Values = Omit<StoredDay, 'source' | 'quality'>

/**
 * Returns the totals of a day by the periods of its terms. A missing interval adds nothing and is counted as missing.
 */
export function computeDayTotals(values: Values, terms: SupplyTerms): DayTotals {
  const periods = findPeriods(values, terms)
  return {
    importPeriodWh: sumByPeriod(values.importWh, periods, terms.tariff),
    exportPeriodWh: values.exportWh && sumByPeriod(values.exportWh, periods, terms.tariff),
    reactiveTotalVarh: values.reactiveVarh?.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? null,
    missingIntervals: values.importWh.filter((value, index) => value === null && values.exportWh?.[index] == null)
      .length,
  }
}

// The days of one file, or of one page of months, are the same few hundred for every supply point.
const periodCache = new LRUCache<string, readonly Period[]>({ max: 4_000 })

/** Returns the tariff period of each interval of a day. */
export function findPeriods(
  { day, stepMinutes, importWh }: MeteredDay,
  { tariff, zone }: SupplyTerms,
): readonly Period[] {
  const key = `${tariff} ${zone} ${stepMinutes} ${importWh.length} ${day}`
  const cached = periodCache.get(key)
  if (cached) return cached
  const timeZone = timeZoneOfTariffZone(zone)
  const periods = importWh.map((_, index) =>
    energyPeriodAt({ tariff, zone, day, hour: localHourOf(day, index, stepMinutes, timeZone) }),
  )
  periodCache.set(key, periods)
  return periods
}

function sumByPeriod(values: readonly (number | null)[], periods: readonly Period[], tariff: EnergyTariff): number[] {
  const sums = new Array<number>(energyPeriodCount(tariff)).fill(0)
  for (const [index, value] of values.entries()) sums[periods[index]! - 1]! += value ?? 0
  return sums
}
