import type { MarketDay } from '#vocabulary/day.ts'
import { countIntervalsOf, localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveStep } from '../../../curve.ts'
import { listIntervalEnds } from './interval-ends.ts'

/**
 * How a file without a season flag may number the hours of a day on which the clocks change:
 * - `counted`: consecutively, up to 23 or 25
 * - `ends`: by local time at their end; October has 02:00 twice, March skips it
 * - `starts`: by local time at their start, plus one; October has 03:00 twice, March skips it
 */
export type HourNumbering = 'counted' | 'ends' | 'starts'

type DstDay = { day: MarketDay; step: CurveStep; zone: MarketTimeZone }

/**
 * Returns the interval of each label of a day on which the clocks change, or null for an hour that the day does not
 * have. Labels are minutes after midnight in file order, which decides between equal ones; the file may be in
 * descending order. The expected numbering is used unless the labels fit only another one.
 */
export function findDstDayIndexes(
  labels: readonly number[],
  expected: HourNumbering,
  dstDay: DstDay,
): (number | null)[] {
  if (labels.at(0)! > labels.at(-1)!) return findDstDayIndexes(labels.toReversed(), expected, dstDay).toReversed()

  const numberings = labelsByNumbering(dstDay)
  const candidates = [numberings[expected], ...Object.values(numberings)]
  const numbering = candidates.find((candidate) => fits(labels, candidate)) ?? candidates[0]!
  return findIndexes(numbering, labels)
}

/** Returns the labels of all intervals of the day, in each numbering. */
function labelsByNumbering({ day, step, zone }: DstDay): Record<HourNumbering, number[]> {
  const indexes = Array.from({ length: countIntervalsOf(day, step, zone) }, (_, index) => index)
  return {
    counted: indexes.map((index) => (index + 1) * step),
    ends: listIntervalEnds(day, step, zone).map((end) => end.minutes),
    starts: indexes.map((index) => localHourOf(day, index, step, zone) * 60 + ((index * step) % 60) + step),
  }
}

function fits(labels: readonly number[], numbering: readonly number[]): boolean {
  return labels.every((label) => countOf(label, labels) <= countOf(label, numbering))
}

/**
 * Returns the interval of each label: the n-th occurrence of a label is the n-th interval with it, and a surplus one
 * repeats the last.
 */
function findIndexes(numbering: readonly number[], labels: readonly number[]): (number | null)[] {
  const lastIndexByLabel = new Map<number, number>()
  return labels.map((label) => {
    const last = lastIndexByLabel.get(label)
    const next = numbering.indexOf(label, last === undefined ? 0 : last + 1)
    const index = next >= 0 ? next : last
    if (index === undefined) return null
    lastIndexByLabel.set(label, index)
    return index
  })
}

function countOf(counted: number, labels: readonly number[]): number {
  return labels.filter((label) => label === counted).length
}
