import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { MeasuredDay } from './measured-day.ts'

/** A rise of what a home uses while everybody sleeps. */
export type StandbyRise = {
  /** The first night of the rise. */
  firstNight: MarketDay
  baseWatts: number
  /** The lowest of the nights of the rise. */
  raisedWatts: number
  /** The nights before and of the rise, each with its level; null where it was not measured. */
  nights: { day: MarketDay; watts: number | null }[]
}

const baseNights = 14
/** So many nights of the base must have been measured. */
const minBaseNights = 10
const raisedNights = 3
/** The night is from midnight until this hour. */
const nightEndHour = 6

/**
 * Returns the latest rise of standby power by at least so many watts for three nights in a row, of which the last is on
 * or after a day; null without one. The level of a night is the median of its three lowest hours, the base the median of
 * the fourteen nights before.
 */
export function findStandbyRise(
  days: readonly MeasuredDay[],
  { riseWatts, fromDay, zone }: { riseWatts: number; fromDay: MarketDay; zone: MarketTimeZone },
): StandbyRise | null {
  const levels = new Map(days.map((day) => [day.day, nightLevelOf(day, zone)]))
  for (const { day: lastNight } of days.toReversed()) {
    if (lastNight < fromDay) return null
    const firstNight = addDays(lastNight, 1 - raisedNights)
    const rise = riseFrom(firstNight, levels, riseWatts)
    if (rise) return rise
  }
  return null
}

function riseFrom(firstNight: MarketDay, levels: Levels, riseWatts: number): StandbyRise | null {
  const before = nightsFrom(addDays(firstNight, -baseNights), baseNights, levels)
  const raised = nightsFrom(firstNight, raisedNights, levels)
  const known = before.flatMap(({ watts }) => watts ?? [])
  if (known.length < minBaseNights) return null
  const baseWatts = medianOf(known)
  const isRaised = (watts: number | null) => watts !== null && watts >= baseWatts + riseWatts
  // The rise begins with its first night: a later one of the same rise would tell of it again.
  if (!raised.every(({ watts }) => isRaised(watts)) || isRaised(known.at(-1)!)) return null
  return {
    ...{ firstNight, baseWatts, raisedWatts: Math.min(...raised.flatMap(({ watts }) => watts ?? [])) },
    nights: [...before, ...raised],
  }
}

type Levels = ReadonlyMap<MarketDay, number | null>

function nightsFrom(first: MarketDay, count: number, levels: Levels) {
  return Array.from({ length: count }, (_, index) => {
    const day = addDays(first, index)
    return { day, watts: levels.get(day) ?? null }
  })
}

/** Energy of an hour in Wh is its mean power in W. */
function nightLevelOf({ day, hoursWh }: MeasuredDay, zone: MarketTimeZone): number | null {
  const night = hoursWh.filter((_, index) => localHourOf(day, index, 60, zone) < nightEndHour)
  const measured = night.filter((wh) => wh !== null)
  if (measured.length === 0 || measured.length < night.length) return null
  return medianOf(measured.sort((one, other) => one - other).slice(0, 3))
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : Math.round((sorted[middle - 1]! + sorted[middle]!) / 2)
}
