import type { ChartData, Grouping, Series, Values } from './chart-data.ts'

/** A range of adjacent bars by index, both ends inclusive. */
export type BarRange = { first: number; last: number }

type GroupedBars = { count: number; groupings?: readonly Grouping[] }

/**
 * The groups drawn as one bar each, covering all bars, and the label of the grouping unless each bar stands for itself.
 */
export type GroupingLevel = { groups: BarRange[]; label?: string }

/**
 * Chooses the groups to draw when `visibleRange` is shown in `columns` pixel columns: single bars where they fit,
 * otherwise the finest grouping with at most one group to a column, otherwise as many bars together as necessary.
 */
export function levelFor(
  { count, groupings = [] }: GroupedBars,
  visibleRange: BarRange,
  columns: number,
): GroupingLevel {
  const visibleCount = visibleRange.last - visibleRange.first + 1
  if (visibleCount <= columns) return { groups: evenGroups(count, 1) }
  const fitting = groupings.find(({ starts }) => countWithin(starts, visibleRange) <= columns)
  return fitting
    ? { groups: groupsFrom(fitting.starts, count), label: fitting.label }
    : { groups: evenGroups(count, Math.ceil(visibleCount / columns)) }
}

/** Returns every grouping from the finest to the coarsest, the single bars first. */
export function levelsOf({ count, groupings = [] }: GroupedBars): BarRange[][] {
  return [evenGroups(count, 1), ...groupings.map(({ starts }) => groupsFrom(starts, count))]
}

function evenGroups(count: number, size: number): BarRange[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    first: index * size,
    last: Math.min(count, (index + 1) * size) - 1,
  }))
}

function groupsFrom(starts: readonly number[], count: number): BarRange[] {
  return starts.map((first, index) => ({ first, last: (starts[index + 1] ?? count) - 1 }))
}

/** Counts the groups that overlap a range. */
function countWithin(starts: readonly number[], { first, last }: BarRange): number {
  return starts.filter((start, index) => start <= last && (starts[index + 1] ?? Number.POSITIVE_INFINITY) > first)
    .length
}

/** Returns the groups that are at least partly visible. */
export function visibleGroups(groups: readonly BarRange[], visibleRange: BarRange): BarRange[] {
  return groups.filter(({ first, last }) => first <= visibleRange.last && last >= visibleRange.first)
}

/** Returns the sum of the known values; null when none is known. */
export function sumOf(values: Values, { first, last }: BarRange): number | null {
  let sum: number | null = null
  for (let index = first; index <= last; index += 1) {
    const value = values[index]
    if (value !== null && value !== undefined) sum = (sum ?? 0) + value
  }
  return sum
}

/** The part of a bar that belongs to a series, in scale values: from the end nearer to the axis to the other. */
export type StackPart = { series: number; from: number; to: number }

/** A bar as drawn: its parts and their extent. `total` is null without data. */
export type Stack = BarRange & { parts: StackPart[]; top: number; bottom: number; total: number | null }

/** Stacks the series of a bar, negative values below the axis. */
export function stackOf(series: readonly Series[], range: BarRange): Stack {
  const parts: StackPart[] = []
  let top = 0
  let bottom = 0
  let total: number | null = null
  for (const [index, { values, isBelow }] of series.entries()) {
    const sum = sumOf(values, range)
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
  return { ...range, parts, top, bottom, total }
}

/**
 * Checks whether two charts have the same bars. A comparison that loads later or another language does not change them.
 */
export function areSameBars(one: ChartData, other: ChartData): boolean {
  return one.count === other.count && one.panes[0]?.series[0]?.values === other.panes[0]?.series[0]?.values
}
