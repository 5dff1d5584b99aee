import type { CurveSource, StoredDay } from './curve.ts'

/**
 * The sources of panel data, whose import is the energy that the panels covered or that their plant consumed: no part
 * of the energy used.
 */
export const panelSources: readonly CurveSource[] = ['A5D', 'B5D', 'medidas']
const quarters = 4

/** Checks whether a source reports panels or a plant, and so no usage from the grid. */
export function isPanelSource(source: CurveSource): boolean {
  return panelSources.includes(source)
}

/**
 * Merges the data of several sources for a day, best first: each interval comes from the best source that has it. With
 * `finest`, or if a quarter-hourly source fills gaps, returns quarter hours whose sums match the hours of the best
 * source; with `finest`, quarter hours that had to be fitted are marked `E`, as profiled. Panel data neither fill gaps
 * nor are completed.
 */
export function mergeSources(days: readonly StoredDay[], { finest = false } = {}): StoredDay {
  const best = days[0]!
  if (isPanelSource(best.source)) return best
  const others = days.slice(1).filter(({ source }) => !isPanelSource(source))
  const fillers = hasGaps(best) ? others : []
  const finer = others.find(({ stepMinutes }) => stepMinutes === 15)
  const isRefined = best.stepMinutes === 60 && finer !== undefined && (finest || fillers.length > 0)
  const start = isRefined ? splitIntoQuarters(best, finer, finest) : best
  return fillers.reduce((day, filler) => (hasGaps(day) ? fillGaps(day, filler) : day), start)
}

/** Checks whether any interval is unknown. */
function hasGaps({ importWh, exportWh }: StoredDay): boolean {
  return importWh.some((value, index) => value === null && exportWh?.[index] == null)
}

function isKnown({ importWh, exportWh }: StoredDay, index: number): boolean {
  return importWh[index] != null || exportWh?.[index] != null
}

type Series = (number | null)[] | null

/** Splits the hours of a day into quarters of an hour, in the shape that another source measured. */
function splitIntoQuarters(day: StoredDay, shape: StoredDay, marksFitted: boolean): StoredDay {
  const fitted = new Set<number>()
  const refined = (hours: Series, measured: Series): Series =>
    hours?.flatMap((value, hour) => {
      const parts = measured?.slice(hour * quarters, (hour + 1) * quarters) ?? emptyQuarters()
      const isExact = parts.every((part) => part !== null) && sum(parts) === value
      if (value !== null && !isExact) fitted.add(hour)
      return value === null ? emptyQuarters() : isExact ? parts : fitQuartersTo(value, parts)
    }) ?? null
  const values = {
    importWh: refined(day.importWh, shape.importWh)!,
    exportWh: refined(day.exportWh, shape.exportWh),
    reactiveVarh: refined(day.reactiveVarh, shape.reactiveVarh),
  }
  const marks = day.importWh.flatMap((_, hour) => {
    const mark = isKnown(day, hour) ? (day.quality?.[hour] ?? 'R') : '-'
    return new Array<string>(quarters).fill(marksFitted && fitted.has(hour) ? 'E' : mark)
  })
  return { ...day, ...values, stepMinutes: 15, quality: qualityOf(marks) }
}

/** Completes a day from another source; the step of the day stays. */
function fillGaps(day: StoredDay, filler: StoredDay): StoredDay {
  const other = filler.stepMinutes === day.stepMinutes ? filler : computeRemainders(day, filler)
  const from = day.importWh.map((_, index) => (isKnown(day, index) ? day : other))
  const series = (name: 'importWh' | 'exportWh' | 'reactiveVarh'): Series =>
    day[name] || other[name] ? from.map((each, index) => each[name]?.[index] ?? null) : null
  const marks = from.map((each, index) => (isKnown(each, index) ? (each.quality?.[index] ?? 'R') : '-'))
  return {
    ...day,
    importWh: series('importWh')!,
    exportWh: series('exportWh'),
    reactiveVarh: series('reactiveVarh'),
    quality: qualityOf(marks),
    sources: from.map((each, index) => each.sources?.[index] ?? each.source),
  }
}

/** Returns what the hours leave for their unknown quarters, distributed evenly. */
function computeRemainders(day: StoredDay, hours: StoredDay): StoredDay {
  const rest = (known: Series, hourly: Series): Series =>
    hourly?.flatMap((value, hour) => {
      const at = hour * quarters
      const open = [0, 1, 2, 3].filter((part) => !isKnown(day, at + part))
      const left = value === null ? null : Math.max(0, value - sum(known?.slice(at, at + quarters) ?? []))
      const quarterShares =
        left === null
          ? []
          : distribute(
              left,
              open.map(() => 1),
            )
      return [0, 1, 2, 3].map((part) => (open.includes(part) ? (quarterShares[open.indexOf(part)] ?? null) : null))
    }) ?? null
  const importWh = rest(day.importWh, hours.importWh)!
  return {
    day: hours.day,
    source: hours.source,
    stepMinutes: 15,
    importWh,
    exportWh: rest(day.exportWh, hours.exportWh),
    reactiveVarh: rest(day.reactiveVarh, hours.reactiveVarh),
    quality: 'E'.repeat(importWh.length),
  }
}

/**
 * Returns four quarters that add up to the hour: the measured ones, with the rest for those that are unknown; or all
 * scaled in proportion.
 */
function fitQuartersTo(value: number, parts: readonly (number | null)[]): number[] {
  const known = sum(parts)
  const open = parts.filter((part) => part === null).length
  if (open > 0 && known <= value) {
    const shares = distribute(value - known, new Array<number>(open).fill(1))
    return parts.map((part) => part ?? shares.shift()!)
  }
  return distribute(value, known > 0 ? parts.map((part) => part ?? 0) : [1, 1, 1, 1])
}

/** Distributes an integer by weights into integers that add up to it. */
function distribute(value: number, weights: readonly number[]): number[] {
  const whole = sum(weights)
  let weightBefore = 0
  let before = 0
  return weights.map((weight) => {
    weightBefore += weight
    const until = Math.round((value * weightBefore) / whole)
    const share = until - before
    before = until
    return share
  })
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0)
}

function emptyQuarters(): null[] {
  return [null, null, null, null]
}

// Null represents a day whose values are all measured and firm.
function qualityOf(marks: readonly string[]): string | null {
  return marks.every((mark) => mark === 'R' || mark === '-') ? null : marks.join('')
}
