import type { DayValues } from '../../curve.ts'

/** The values of a day and the version of the file that they come from. */
export type VersionedDayValues = DayValues & { version: number }

/**
 * The result of merging a file's day into the stored one, with how many of its intervals are new, changed and
 * unchanged.
 */
export type MergeResult = {
  values: VersionedDayValues | null
  rows: RowCounts
  /** Whether energy that was known is now another. A change of its quality alone is none. */
  isCorrected: boolean
  /** The hours that the same or a newer version no longer has, and that were kept. */
  keptHours: number
}
export type RowCounts = { new: number; replaced: number; unchanged: number }

/**
 * Merges a day: each interval has the value of the newest version that contains it. The same or a newer version
 * completes and corrects a day, an older one only completes it, so that a newer version with part of a day erases
 * nothing. `values` is null if nothing changes.
 */
export function mergeDay(stored: VersionedDayValues | null, imported: VersionedDayValues): MergeResult {
  const count = imported.importWh.filter((_, index) => hasValue(imported, index)).length
  if (!stored)
    return { values: imported, rows: { new: count, replaced: 0, unchanged: 0 }, isCorrected: false, keptHours: 0 }
  const isOlder = imported.version < stored.version
  const [below, above] = isOlder ? [imported, stored] : [stored, imported]
  const values = mergeValues(below, above)
  const isSame = areSameValues(stored, values)
  return {
    values: isSame ? null : values,
    rows: countRows(stored, values, imported),
    isCorrected: !isSame && isEnergyCorrected(stored, values),
    keptHours: isOlder ? 0 : countKeptHours(stored, imported),
  }
}

/** Returns the energy used on a day, in Wh, as far as it is known. */
export function sumDayWh({ importWh }: Pick<DayValues, 'importWh'>): number {
  return importWh.reduce<number>((sum, wh) => sum + (wh ?? 0), 0)
}

function isEnergyCorrected(stored: VersionedDayValues, values: VersionedDayValues): boolean {
  const [before, after] =
    stored.stepMinutes === values.stepMinutes ? [stored, values] : [sumToHours(stored), sumToHours(values)]
  return seriesNames.some((name) =>
    before[name]?.some((value, index) => value !== null && value !== (after[name]?.[index] ?? null)),
  )
}

const seriesNames = ['importWh', 'exportWh', 'reactiveVarh'] as const

function countKeptHours(stored: VersionedDayValues, imported: VersionedDayValues): number {
  const [before, told] =
    stored.stepMinutes === imported.stepMinutes ? [stored, imported] : [sumToHours(stored), sumToHours(imported)]
  const absent = before.importWh.filter((_, index) => hasValue(before, index) && !hasValue(told, index))
  return (absent.length * before.stepMinutes) / 60
}

/**
 * Overlays one day on another of the same source; in hours if one is hourly and neither covers the other completely.
 */
function mergeValues(below: VersionedDayValues, above: VersionedDayValues): VersionedDayValues {
  if (below.stepMinutes === above.stepMinutes) return overlayDay(below, above)
  const [belowHours, aboveHours] = [sumToHours(below), sumToHours(above)]
  if (coversAll(aboveHours, belowHours)) return above
  return overlayDay(belowHours, aboveHours)
}

function overlayDay(below: VersionedDayValues, above: VersionedDayValues): VersionedDayValues {
  const length = above.importWh.length
  return {
    ...above,
    importWh: overlaySeries(below.importWh, above.importWh, length)!,
    exportWh: overlaySeries(below.exportWh, above.exportWh, length),
    reactiveVarh: overlaySeries(below.reactiveVarh, above.reactiveVarh, length),
    quality: overlayQuality(below, above),
  }
}

function coversAll(one: VersionedDayValues, other: VersionedDayValues): boolean {
  return other.importWh.every((_, index) => !hasValue(other, index) || hasValue(one, index))
}

/** Sums a day to the hours of which all quarters are known. */
function sumToHours(day: VersionedDayValues): VersionedDayValues {
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

function overlaySeries(below: Series, above: Series, length: number): Series {
  if (!below || !above) return above ?? below
  return Array.from({ length }, (_, index) => above[index] ?? below[index] ?? null)
}

type Series = (number | null)[] | null

function overlayQuality(below: VersionedDayValues, above: VersionedDayValues): string | null {
  if (below.quality === null && above.quality === null) return null
  return qualityOf(
    above.importWh.map((_, index) => (hasValue(above, index) ? markOf(above, index) : markOf(below, index))),
  )
}

// Null represents a day whose values are all measured and firm.
function qualityOf(marks: readonly string[]): string | null {
  return marks.every((mark) => mark === 'R' || mark === '-') ? null : marks.join('')
}

function markOf(values: VersionedDayValues, index: number): string {
  if (!hasValue(values, index)) return '-'
  return values.quality?.[index] ?? 'R'
}

function hasValue({ importWh, exportWh, reactiveVarh }: VersionedDayValues, index: number): boolean {
  return importWh[index] != null || exportWh?.[index] != null || reactiveVarh?.[index] != null
}

/** Counts what happened to the intervals of the imported day. */
function countRows(stored: VersionedDayValues, values: VersionedDayValues, imported: VersionedDayValues): RowCounts {
  const rows = { new: 0, replaced: 0, unchanged: 0 }
  const isSameStep = imported.stepMinutes === stored.stepMinutes && values.stepMinutes === stored.stepMinutes
  for (const index of imported.importWh.keys()) {
    if (!hasValue(imported, index)) continue
    if (!isSameStep) rows[values.stepMinutes === imported.stepMinutes ? 'new' : 'replaced']++
    else if (!hasValue(stored, index)) rows.new++
    else rows[isSameInterval(stored, values, index) ? 'unchanged' : 'replaced']++
  }
  return rows
}

function isSameInterval(one: VersionedDayValues, other: VersionedDayValues, index: number): boolean {
  const agrees = (a: Series, b: Series) => b?.[index] == null || a?.[index] === b[index]
  return (
    agrees(one.importWh, other.importWh) &&
    agrees(one.exportWh, other.exportWh) &&
    agrees(one.reactiveVarh, other.reactiveVarh) &&
    markOf(one, index) === markOf(other, index)
  )
}

function areSameValues(one: VersionedDayValues, other: VersionedDayValues): boolean {
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
