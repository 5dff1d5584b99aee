import { domesticPowerWatts } from '#vocabulary/access-tariffs.ts'
import { addMonths, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'

/** What limits another power of a contract (Real Decreto 88/2026, art. 38). */
export type PowerLimits = {
  /** The last day on which the distributor may reject another change, since the last one; null where it may not. */
  earlyUntil: MarketDay | null
  /** The highest power that may be contracted without extending the grid; null where it is not known. */
  extensionRightWatts: number | null
  /** Whether raising the power requires a verification of the installation. */
  isOver20YearsOld: boolean
}

/** The day since when tariffs have their present periods (Circular 3/2020). A change before it does not count. */
const tariffStructureSince = '2021-06-01'

/** Returns until when another change is early; null where it is not on this day. */
export function earlyChangeUntil(
  { changedAt, until }: { changedAt: Date; until: MarketDay },
  day: MarketDay,
): MarketDay | null {
  const isBeforeStructure = marketDayOf(changedAt, 'Europe/Madrid') < tariffStructureSince
  return isBeforeStructure || until < day ? null : until
}

/**
 * Returns the extension right where it can be relied on: a register that tells less than what is contracted today is
 * wrong.
 */
export function usableExtensionRight(registeredWatts: number | null, present: readonly number[]): number | null {
  return registeredWatts !== null && registeredWatts >= Math.max(0, ...present) ? registeredWatts : null
}

const verifiedAfterMonths = 20 * 12

/** Checks whether a contract that began on the first known of these days is more than twenty years old. */
export function isOver20YearsOld(beginnings: readonly (MarketDay | null)[], day: MarketDay): boolean {
  return beginnings.some((each) => each !== null && addMonths(each, verifiedAfterMonths) < day)
}

/**
 * Returns what the term of a power change depends on: a meter of the household range is changed remotely, another one
 * by field work, in low or high voltage. Tariffs 6.1TD to 6.4TD are those of high voltage (Circular 3/2020).
 */
export function powerChangeTopic(change: {
  tariff: string
  powerWatts: readonly number[]
}): 'remote' | 'field_low_voltage' | 'field_high_voltage' {
  if (change.tariff.startsWith('6.')) return 'field_high_voltage'
  return Math.max(0, ...change.powerWatts) > domesticPowerWatts ? 'field_low_voltage' : 'remote'
}
