import type { CurveDay } from '../curve.ts'

/** The values of a day as a file tells them, or as they are stored. */
export type DayValues = Pick<CurveDay, 'stepMinutes' | 'importWh' | 'exportWh' | 'reactiveVarh' | 'quality' | 'version'>

/** What a file's day does to what is stored, and how many of its intervals are new, other than before, and as before. */
export type Merged = { values: DayValues | null; rows: RowCounts }
export type RowCounts = { new: number; replaced: number; unchanged: number }

/**
 * A newer version of a file replaces the day as a whole; the same version completes it and corrects what it tells otherwise,
 * as when a portal hands out the same days again; an older one changes nothing. `values` is null when nothing changes.
 */
export function mergeDay(stored: DayValues | null, told: DayValues): Merged {
  const count = told.importWh.filter((_, index) => isTold(told, index)).length
  if (!stored) return { values: told, rows: { new: count, replaced: 0, unchanged: 0 } }
  if (told.version < stored.version) return { values: null, rows: { new: 0, replaced: 0, unchanged: count } }
  const replacesAll = told.version > stored.version || told.stepMinutes !== stored.stepMinutes
  const values = replacesAll ? told : completed(stored, told)
  return { values: sameValues(stored, values) ? null : values, rows: compare(stored, told) }
}

function completed(stored: DayValues, told: DayValues): DayValues {
  const length = told.importWh.length
  return {
    ...told,
    importWh: overlaid(stored.importWh, told.importWh, length)!,
    exportWh: overlaid(stored.exportWh, told.exportWh, length),
    reactiveVarh: overlaid(stored.reactiveVarh, told.reactiveVarh, length),
    quality: overlaidQuality(stored, told),
  }
}

function overlaid(below: Series, above: Series, length: number): Series {
  if (!below || !above) return above ?? below
  return Array.from({ length }, (_, index) => above[index] ?? below[index] ?? null)
}

type Series = (number | null)[] | null

// Null stands for a day whose values are all measured and firm.
function overlaidQuality(stored: DayValues, told: DayValues): string | null {
  if (stored.quality === null && told.quality === null) return null
  const marks = told.importWh.map((_, index) => (isTold(told, index) ? markOf(told, index) : markOf(stored, index)))
  return marks.every((mark) => mark === 'R' || mark === '-') ? null : marks.join('')
}

function markOf(values: DayValues, index: number): string {
  if (!isTold(values, index)) return '-'
  return values.quality?.[index] ?? 'R'
}

function isTold({ importWh, exportWh, reactiveVarh }: DayValues, index: number): boolean {
  return importWh[index] != null || exportWh?.[index] != null || reactiveVarh?.[index] != null
}

function compare(stored: DayValues, told: DayValues): RowCounts {
  const rows = { new: 0, replaced: 0, unchanged: 0 }
  for (const index of told.importWh.keys()) {
    if (!isTold(told, index)) continue
    if (told.stepMinutes !== stored.stepMinutes || !isTold(stored, index)) rows.new++
    else rows[sameInterval(stored, told, index) ? 'unchanged' : 'replaced']++
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
