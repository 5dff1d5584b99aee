import type { Random } from '../random.ts'
import type { DayInterval, DemoDay } from './demo-day.ts'

/**
 * The power in watts that a supply point draws, or its panels produce, in each interval of a day. Decisions of a whole
 * day (is the car charged tonight?) are made when the day is passed.
 */
export type LoadProfile = (today: DemoDay, random: Random) => (moment: DayInterval) => number

/** Sums several loads behind one meter. */
export function sumLoads(...loads: readonly LoadProfile[]): LoadProfile {
  return (today, random) => {
    const parts = loads.map((load) => load(today, random))
    return (moment) => parts.reduce((watts, part) => watts + part(moment), 0)
  }
}

/** Returns the value of an hourly curve at a time of day, interpolated within the hour. */
export function interpolateShape(shape: readonly number[], hour: number): number {
  const from = Math.floor(hour)
  const share = hour - from
  return shape[from]! * (1 - share) + shape[(from + 1) % 24]! * share
}

/** Returns 1 between two hours and 0 outside. The range crosses midnight if the first hour is the later one. */
export function isBetween(hour: number, first: number, last: number): boolean {
  return first <= last ? hour >= first && hour < last : hour >= first || hour < last
}
