import type { ChartData, Grouping, Series, Values } from './chart-data.ts'

/** Bars side by side, by their places, both included. */
export type Stretch = { first: number; last: number }

type Grouped = { count: number; groupings?: readonly Grouping[] }

/** What is drawn as one bar, all bars covered, and the words for it where that is not a bar itself. */
export type Level = { stretches: Stretch[]; label?: string }

/**
 * What is drawn as one bar when so many columns of pixels show `shown`: every bar for itself, else the finest grouping that
 * leaves at most one bar to a column, else as many bars together as it takes.
 */
export function levelFor({ count, groupings = [] }: Grouped, shown: Stretch, columns: number): Level {
  const shownCount = shown.last - shown.first + 1
  if (shownCount <= columns) return { stretches: evenStretches(count, 1) }
  const fitting = groupings.find(({ starts }) => countWithin(starts, shown) <= columns)
  return fitting
    ? { stretches: groupStretches(fitting.starts, count), label: fitting.label }
    : { stretches: evenStretches(count, Math.ceil(shownCount / columns)) }
}

/** Every grouping from the finest to the coarsest, the bars themselves first. */
export function levelsOf({ count, groupings = [] }: Grouped): Stretch[][] {
  return [evenStretches(count, 1), ...groupings.map(({ starts }) => groupStretches(starts, count))]
}

function evenStretches(count: number, size: number): Stretch[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    first: index * size,
    last: Math.min(count, (index + 1) * size) - 1,
  }))
}

function groupStretches(starts: readonly number[], count: number): Stretch[] {
  return starts.map((first, index) => ({ first, last: (starts[index + 1] ?? count) - 1 }))
}

/** How many groups touch what is shown. */
function countWithin(starts: readonly number[], { first, last }: Stretch): number {
  return starts.filter((start, index) => start <= last && (starts[index + 1] ?? Number.POSITIVE_INFINITY) > first)
    .length
}

/** Those that can be seen at least in part. */
export function visibleOf(stretches: readonly Stretch[], shown: Stretch): Stretch[] {
  return stretches.filter(({ first, last }) => first <= shown.last && last >= shown.first)
}

/** The sum of the known values. Null when none is known. */
export function sumOf(values: Values, { first, last }: Stretch): number | null {
  let sum: number | null = null
  for (let index = first; index <= last; index += 1) {
    const value = values[index]
    if (value !== null && value !== undefined) sum = (sum ?? 0) + value
  }
  return sum
}

/** A series' part of a bar, in values of the scale: from the end nearer to the axis to the other. */
export type Part = { series: number; from: number; to: number }

/** A bar as it is drawn: its parts and how far they reach. `total` is null when nothing is known. */
export type Stack = Stretch & { parts: Part[]; top: number; bottom: number; total: number | null }

/** Puts the series of a bar on top of each other, those below zero under the axis. */
export function stackOf(series: readonly Series[], stretch: Stretch): Stack {
  const parts: Part[] = []
  let top = 0
  let bottom = 0
  let total: number | null = null
  for (const [index, { values, isBelow }] of series.entries()) {
    const sum = sumOf(values, stretch)
    if (sum === null) continue
    const value = isBelow ? -sum : sum
    total = (total ?? 0) + value
    if (value > 0) {
      parts.push({ series: index, from: top, to: top + value })
      top += value
    }
    if (value < 0) {
      parts.push({ series: index, from: bottom, to: bottom + value })
      bottom += value
    }
  }
  return { ...stretch, parts, top, bottom, total }
}

/** Whether two charts are of the same bars: a comparison that came later or another language makes no others of them. */
export function areSameBars(one: ChartData, other: ChartData): boolean {
  return one.count === other.count && one.panes[0]?.series[0]?.values === other.panes[0]?.series[0]?.values
}
