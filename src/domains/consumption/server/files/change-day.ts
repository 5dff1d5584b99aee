import type { MarketDay } from '#vocabulary/day.ts'
import { intervalsOf, localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../../curve.ts'
import { intervalEnds } from './interval-ends.ts'

/**
 * How a file without season flag may number the hours of a day on which the clocks change:
 * - `counted`: by counting, up to 23 or 25
 * - `ends`: by the wall clock when they end; October has 02:00 twice, March leaves it out
 * - `starts`: by the wall clock when they start, plus one; October has 03:00 twice, March leaves it out
 */
export type HourNumbering = 'counted' | 'ends' | 'starts'

type ChangeDay = { day: MarketDay; step: CurveStep; zone: MarketTimeZone }

/**
 * The interval of every label of a day on which the clocks change, or null for an hour that the day has not. Labels are
 * minutes after midnight in order of appearance, which decides between equal ones; a file may run backwards. The numbering
 * is the expected one unless the labels fit another only.
 */
export function placeOnChangeDay(
  labels: readonly number[],
  expected: HourNumbering,
  changeDay: ChangeDay,
): (number | null)[] {
  if (labels.at(0)! > labels.at(-1)!) return placeOnChangeDay(labels.toReversed(), expected, changeDay).toReversed()

  const numberings = numberingsOf(changeDay)
  const candidates = [numberings[expected], ...Object.values(numberings)]
  const numbering = candidates.find((candidate) => fits(labels, candidate)) ?? candidates[0]!
  return placesIn(numbering, labels)
}

/** The label of every interval of the day, in each numbering. */
function numberingsOf({ day, step, zone }: ChangeDay): Record<HourNumbering, number[]> {
  const indexes = Array.from({ length: intervalsOf(day, step, zone) }, (_, index) => index)
  return {
    counted: indexes.map((index) => (index + 1) * step),
    ends: intervalEnds(day, step, zone).map((end) => end.minutes),
    starts: indexes.map((index) => localHourOf(day, index, step, zone) * 60 + ((index * step) % 60) + step),
  }
}

function fits(labels: readonly number[], numbering: readonly number[]): boolean {
  return labels.every((label) => countOf(label, labels) <= countOf(label, numbering))
}

/** The n-th appearance of a label is the n-th interval that bears it; one too many repeats the last. */
function placesIn(numbering: readonly number[], labels: readonly number[]): (number | null)[] {
  const taken = new Map<number, number>()
  return labels.map((label) => {
    const last = taken.get(label)
    const next = numbering.indexOf(label, last === undefined ? 0 : last + 1)
    const place = next >= 0 ? next : last
    if (place === undefined) return null
    taken.set(label, place)
    return place
  })
}

function countOf(wanted: number, labels: readonly number[]): number {
  return labels.filter((label) => label === wanted).length
}
