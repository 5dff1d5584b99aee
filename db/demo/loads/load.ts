import type { Random } from '../random.ts'
import type { Moment, Today } from './today.ts'

/**
 * What a supply point takes, or its panels make: the power in watts of each interval of a day. What is decided once a day
 * (is the car charged tonight?) is decided when the day is given.
 */
export type Load = (today: Today, random: Random) => (moment: Moment) => number

/** Several loads behind one meter. */
export function together(...loads: readonly Load[]): Load {
  return (today, random) => {
    const parts = loads.map((load) => load(today, random))
    return (moment) => parts.reduce((watts, part) => watts + part(moment), 0)
  }
}

/** The value of a curve given by the hour, in between when the hour has begun. */
export function shapeAt(shape: readonly number[], hour: number): number {
  const from = Math.floor(hour)
  const share = hour - from
  return shape[from]! * (1 - share) + shape[(from + 1) % 24]! * share
}

/** 1 between two hours and 0 outside; over midnight when the first is the later one. */
export function isBetween(hour: number, first: number, last: number): boolean {
  return first <= last ? hour >= first && hour < last : hour >= first || hour < last
}
