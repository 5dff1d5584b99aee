import type { CurveStep } from '../../../curve.ts'
import { parseClockMinutes } from '../formats/field-parsers.ts'
import { RefusedLineError } from '../refused-errors.ts'
import type { HourNumbering } from './dst-day.ts'

/** How a file labels its hours. */
export type HourLabels = { stepMinutes: CurveStep; labelsStart: boolean; numbering: HourNumbering }

const count = /^\d{1,3}$/
const range = /^(\d{1,2}:\d{2})\s*-\s*\d{1,2}:\d{2}$/

/**
 * Detects how a file labels its intervals, from a sample of its labels, of which some may be wrong: `1` to `24` (25 in
 * October) or `1` to `96` by counting, `01:00` to `24:00` by their ends, `00:00` to `23:00` by their starts,
 * `00:00-01:00` by both (which portals count through when the clocks change).
 */
export function detectHourLabels(sample: readonly string[]): HourLabels {
  const counts = sample.filter((label) => count.test(label)).map(Number)
  if (counts.length > 0) {
    const stepMinutes = isAtLeastHalf(counts, (label) => label > 25) ? 15 : 60
    return { stepMinutes, labelsStart: areStarts(0, 1440 / stepMinutes, counts), numbering: 'counted' }
  }
  const starts = sample.map((label) => range.exec(label)?.[1]).filter((start) => start !== undefined)
  if (starts.length > 0) return { stepMinutes: detectStepOf(starts), labelsStart: true, numbering: 'counted' }

  const times = sample.filter((label) => label.includes(':'))
  const hoursAndMinutes = times.map((time) => time.padStart(5, '0').slice(0, 5))
  const labelsStart = areStarts('00:00', '24:00', hoursAndMinutes)
  return { stepMinutes: detectStepOf(times), labelsStart, numbering: labelsStart ? 'starts' : 'ends' }
}

/** Returns the end of the interval of a label, in minutes after midnight. Throws `RefusedLineError`. */
export function parseHourEnd(label: string, { stepMinutes, labelsStart }: HourLabels): number {
  const minutes = count.test(label) ? Number(label) * stepMinutes : parseClockMinutes(range.exec(label)?.[1] ?? label)
  const end = labelsStart ? minutes + stepMinutes : minutes
  if (end === 0) throw new RefusedLineError('hour_not_in_day')
  return end
}

/**
 * Checks whether labels are starts: with ends the last label of the day occurs, with starts the first, midnight at the
 * beginning of the date.
 */
function areStarts<Label>(first: Label, last: Label, labels: readonly Label[]): boolean {
  const countOf = (counted: Label) => labels.filter((label) => label === counted).length
  return countOf(first) > countOf(last)
}

/** Detects the step of clock times: with quarter hours, three in four are not on the hour. */
export function detectStepOf(clockTimes: readonly string[]): CurveStep {
  return isAtLeastHalf(clockTimes, (time) => !/^\d{1,2}:00/.test(time)) ? 15 : 60
}

function isAtLeastHalf<Value>(values: readonly Value[], matches: (value: Value) => boolean): boolean {
  return values.length > 0 && values.filter(matches).length * 2 >= values.length
}
