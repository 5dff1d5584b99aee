import type { CurveDay, CurveSource } from './curve.ts'

/** A day of one source, or of several made one. */
export type SourceDay = Pick<CurveDay, 'source' | 'stepMinutes' | 'importWh' | 'exportWh' | 'reactiveVarh' | 'quality'>

/** What is told of panels has as import the energy that they covered or that their plant took: no part of what is used. */
export const panelSources: readonly CurveSource[] = ['A5D', 'B5D', 'medidas']
const quarters = 4

/** Whether a source tells of panels or of a plant, and so nothing of what is used from the grid. */
export function isOfPanels(source: CurveSource): boolean {
  return panelSources.includes(source)
}

/**
 * The day that several sources tell, best first: each interval from the best source that knows it. With `finest`, or where a
 * quarter-hourly source fills gaps, quarter hours whose sums are what the best source says of their hours; those that had to
 * be fitted to it are marked `E`, as profiled. What is told of panels completes nothing, and is completed by nothing.
 */
export function mergedSources<Day extends SourceDay>(days: readonly Day[], { finest = false } = {}): Day {
  const best = days[0]!
  if (isOfPanels(best.source)) return best
  const others = days.slice(1).filter(({ source }) => !isOfPanels(source))
  const fillers = hasGaps(best) ? others : []
  const finer = others.find(({ stepMinutes }) => stepMinutes === 15)
  const isRefined = best.stepMinutes === 60 && finer !== undefined && (finest || fillers.length > 0)
  const start = isRefined ? inQuarters(best, finer, finest) : best
  return fillers.reduce((day, filler) => (hasGaps(day) ? filled(day, filler) : day), start)
}

/** Whether nothing is known of some interval. */
function hasGaps({ importWh, exportWh }: SourceDay): boolean {
  return importWh.some((value, index) => value === null && exportWh?.[index] == null)
}

function isKnown({ importWh, exportWh }: SourceDay, index: number): boolean {
  return importWh[index] != null || exportWh?.[index] != null
}

type Series = (number | null)[] | null

/** The hours of a day in quarters of an hour, in the shape that another source measured. */
function inQuarters<Day extends SourceDay>(day: Day, shape: SourceDay, marksFitted: boolean): Day {
  const fitted = new Set<number>()
  const refined = (hours: Series, measured: Series): Series =>
    hours?.flatMap((value, hour) => {
      const parts = measured?.slice(hour * quarters, (hour + 1) * quarters) ?? nothing()
      const isExact = parts.every((part) => part !== null) && sum(parts) === value
      if (value !== null && !isExact) fitted.add(hour)
      return value === null ? nothing() : isExact ? parts : fitTo(value, parts)
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

/** A day completed by another source of it; the step of the day stays. */
function filled<Day extends SourceDay>(day: Day, filler: SourceDay): Day {
  const other = filler.stepMinutes === day.stepMinutes ? filler : remainders(day, filler)
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
  }
}

/** What hours leave for the quarters of them of which nothing is known, shared out evenly. */
function remainders(day: SourceDay, hours: SourceDay): SourceDay {
  const rest = (known: Series, told: Series): Series =>
    told?.flatMap((value, hour) => {
      const at = hour * quarters
      const open = [0, 1, 2, 3].filter((part) => !isKnown(day, at + part))
      const left = value === null ? null : Math.max(0, value - sum(known?.slice(at, at + quarters) ?? []))
      const shares =
        left === null
          ? []
          : shared(
              left,
              open.map(() => 1),
            )
      return [0, 1, 2, 3].map((part) => (open.includes(part) ? (shares[open.indexOf(part)] ?? null) : null))
    }) ?? null
  const importWh = rest(day.importWh, hours.importWh)!
  return {
    source: hours.source,
    stepMinutes: 15,
    importWh,
    exportWh: rest(day.exportWh, hours.exportWh),
    reactiveVarh: rest(day.reactiveVarh, hours.reactiveVarh),
    quality: 'E'.repeat(importWh.length),
  }
}

/** Four quarters that sum up to the hour: as measured, and the rest for those that were not; or in their proportion. */
function fitTo(value: number, parts: readonly (number | null)[]): number[] {
  const known = sum(parts)
  const open = parts.filter((part) => part === null).length
  if (open > 0 && known <= value) {
    const shares = shared(value - known, new Array<number>(open).fill(1))
    return parts.map((part) => part ?? shares.shift()!)
  }
  return shared(value, known > 0 ? parts.map((part) => part ?? 0) : [1, 1, 1, 1])
}

/** A whole number in whole parts by weights, which sum up to it. */
function shared(value: number, weights: readonly number[]): number[] {
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

function nothing(): null[] {
  return [null, null, null, null]
}

// Null stands for a day whose values are all measured and firm.
function qualityOf(marks: readonly string[]): string | null {
  return marks.every((mark) => mark === 'R' || mark === '-') ? null : marks.join('')
}
