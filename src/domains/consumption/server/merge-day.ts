import type { CurveDay } from '../curve.ts'

/** The values of a day as a file tells them, or as they are stored. */
export type DayValues = Pick<CurveDay, 'stepMinutes' | 'importWh' | 'exportWh' | 'reactiveVarh' | 'quality' | 'version'>

/** What a file's day does to what is stored, and how many of its intervals are new, other than before, and as before. */
export type Merged = { values: DayValues | null; rows: RowCounts }
export type RowCounts = { new: number; replaced: number; unchanged: number }

/**
 * Each interval is what the newest version says of it that says anything: the same or a newer version completes and
 * corrects a day, an older one only completes it, so that a newer one that tells part of a day erases nothing. `values` is
 * null when nothing changes.
 */
export function mergeDay(stored: DayValues | null, told: DayValues): Merged {
  const count = told.importWh.filter((_, index) => isTold(told, index)).length
  if (!stored) return { values: told, rows: { new: count, replaced: 0, unchanged: 0 } }
  const isOlder = told.version < stored.version
  const [below, above] = isOlder ? [told, stored] : [stored, told]
  const values = completed(below, above)
  return { values: sameValues(stored, values) ? null : values, rows: compare(stored, values, told) }
}

/** One day laid over another of the same source; in hours where one is told by the hour and neither tells all of the other. */
function completed(below: DayValues, above: DayValues): DayValues {
  if (below.stepMinutes === above.stepMinutes) return overlaidDay(below, above)
  const [belowHours, aboveHours] = [inHours(below), inHours(above)]
  if (tellsAllOf(aboveHours, belowHours)) return above
  return overlaidDay(belowHours, aboveHours)
}

function overlaidDay(below: DayValues, above: DayValues): DayValues {
  const length = above.importWh.length
  return {
    ...above,
    importWh: overlaid(below.importWh, above.importWh, length)!,
    exportWh: overlaid(below.exportWh, above.exportWh, length),
    reactiveVarh: overlaid(below.reactiveVarh, above.reactiveVarh, length),
    quality: overlaidQuality(below, above),
  }
}

function tellsAllOf(one: DayValues, other: DayValues): boolean {
  return other.importWh.every((_, index) => !isTold(other, index) || isTold(one, index))
}

/** The hours of a day of which all quarters are known. */
function inHours(day: DayValues): DayValues {
  if (day.stepMinutes === 60) return day
  const hours = Array.from({ length: day.importWh.length / 4 }, (_, hour) =>
    [0, 1, 2, 3].map((part) => hour * 4 + part),
  )
  const whole = (series: Series): Series =>
    series &&
    hours.map((parts) =>
      parts.every((part) => series[part] != null) ? parts.reduce((sum, part) => sum + series[part]!, 0) : null,
    )
  const importWh = whole(day.importWh)!
  const exportWh = whole(day.exportWh)
  const marks = hours.map((parts, hour) =>
    importWh[hour] === null && exportWh?.[hour] == null
      ? '-'
      : (parts.map((part) => markOf(day, part)).find((mark) => mark !== 'R' && mark !== '-') ?? 'R'),
  )
  return {
    ...day,
    stepMinutes: 60,
    importWh,
    exportWh,
    reactiveVarh: whole(day.reactiveVarh),
    quality: qualityOf(marks),
  }
}

function overlaid(below: Series, above: Series, length: number): Series {
  if (!below || !above) return above ?? below
  return Array.from({ length }, (_, index) => above[index] ?? below[index] ?? null)
}

type Series = (number | null)[] | null

function overlaidQuality(below: DayValues, above: DayValues): string | null {
  if (below.quality === null && above.quality === null) return null
  return qualityOf(
    above.importWh.map((_, index) => (isTold(above, index) ? markOf(above, index) : markOf(below, index))),
  )
}

// Null stands for a day whose values are all measured and firm.
function qualityOf(marks: readonly string[]): string | null {
  return marks.every((mark) => mark === 'R' || mark === '-') ? null : marks.join('')
}

function markOf(values: DayValues, index: number): string {
  if (!isTold(values, index)) return '-'
  return values.quality?.[index] ?? 'R'
}

function isTold({ importWh, exportWh, reactiveVarh }: DayValues, index: number): boolean {
  return importWh[index] != null || exportWh?.[index] != null || reactiveVarh?.[index] != null
}

/** What became of the intervals that are told. */
function compare(stored: DayValues, values: DayValues, told: DayValues): RowCounts {
  const rows = { new: 0, replaced: 0, unchanged: 0 }
  const isSameStep = told.stepMinutes === stored.stepMinutes && values.stepMinutes === stored.stepMinutes
  for (const index of told.importWh.keys()) {
    if (!isTold(told, index)) continue
    if (!isSameStep) rows[values.stepMinutes === told.stepMinutes ? 'new' : 'replaced']++
    else if (!isTold(stored, index)) rows.new++
    else rows[sameInterval(stored, values, index) ? 'unchanged' : 'replaced']++
  }
  return rows
}

function sameInterval(one: DayValues, other: DayValues, index: number): boolean {
  const agrees = (a: Series, b: Series) => b?.[index] == null || a?.[index] === b[index]
  return (
    agrees(one.importWh, other.importWh) &&
    agrees(one.exportWh, other.exportWh) &&
    agrees(one.reactiveVarh, other.reactiveVarh) &&
    markOf(one, index) === markOf(other, index)
  )
}

function sameValues(one: DayValues, other: DayValues): boolean {
  const same = (a: Series, b: Series) =>
    a === b || (a !== null && b !== null && a.length === b.length && a.every((value, index) => value === b[index]))
  return (
    one.stepMinutes === other.stepMinutes &&
    one.version === other.version &&
    one.quality === other.quality &&
    same(one.importWh, other.importWh) &&
    same(one.exportWh, other.exportWh) &&
    same(one.reactiveVarh, other.reactiveVarh)
  )
}
