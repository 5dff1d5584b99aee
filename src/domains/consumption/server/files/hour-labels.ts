import type { CurveStep } from '../../curve.ts'
import type { HourNumbering } from './change-day.ts'
import { minutesIn } from './fields.ts'
import { RefusedLine } from './refused.ts'

/** How the hours of a file are written. */
export type HourLabels = { stepMinutes: CurveStep; labelsStart: boolean; numbering: HourNumbering }

const count = /^\d{1,3}$/
const range = /^(\d{1,2}:\d{2})\s*-\s*\d{1,2}:\d{2}$/

/**
 * How a file labels its intervals, from a sample of its labels, of which some may be wrong: `1` to `24` (25 in October) or
 * `1` to `96` by counting, `01:00` to `24:00` by their ends, `00:00` to `23:00` by their starts, `00:00-01:00` by both
 * (which portals count through when the clocks change).
 */
export function hourLabelsOf(sample: readonly string[]): HourLabels {
  const counts = sample.filter((label) => count.test(label)).map(Number)
  if (counts.length > 0) {
    const stepMinutes = isHalfOf(counts, (label) => label > 25) ? 15 : 60
    return { stepMinutes, labelsStart: startsAt(0, 1440 / stepMinutes, counts), numbering: 'counted' }
  }
  const starts = sample.map((label) => range.exec(label)?.[1]).filter((start) => start !== undefined)
  if (starts.length > 0) return { stepMinutes: stepOf(starts), labelsStart: true, numbering: 'counted' }

  const times = sample.filter((label) => label.includes(':'))
  const hoursAndMinutes = times.map((time) => time.padStart(5, '0').slice(0, 5))
  const labelsStart = startsAt('00:00', '24:00', hoursAndMinutes)
  return { stepMinutes: stepOf(times), labelsStart, numbering: labelsStart ? 'starts' : 'ends' }
}

/** The end of the interval that a label means, in minutes after midnight. Throws `RefusedLine`. */
export function endOfHour(label: string, { stepMinutes, labelsStart }: HourLabels): number {
  const minutes = count.test(label) ? Number(label) * stepMinutes : minutesIn(range.exec(label)?.[1] ?? label)
  const end = labelsStart ? minutes + stepMinutes : minutes
  if (end === 0) throw new RefusedLine('hour_not_in_day')
  return end
}

/** Ends run to the last label of the day, so that the first, midnight at the beginning of the date, is a start. */
function startsAt<Label>(first: Label, last: Label, labels: readonly Label[]): boolean {
  const countOf = (wanted: Label) => labels.filter((label) => label === wanted).length
  return countOf(first) > countOf(last)
}

/** The step of clock times: of quarter hours three in four are not on the hour. */
export function stepOf(clockTimes: readonly string[]): CurveStep {
  return isHalfOf(clockTimes, (time) => !/^\d{1,2}:00/.test(time)) ? 15 : 60
}

function isHalfOf<Value>(values: readonly Value[], matches: (value: Value) => boolean): boolean {
  return values.length > 0 && values.filter(matches).length * 2 >= values.length
}
