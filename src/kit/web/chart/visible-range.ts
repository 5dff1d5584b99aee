import type { BarRange } from './bar-groups.ts'

/** The fewest bars to which a chart can be zoomed. */
const minVisible = 4

/** Returns the range of all bars. */
export function fullRange(count: number): BarRange {
  return { first: 0, last: count - 1 }
}

/** Checks whether some bars are outside the visible range. */
export function isZoomed(visibleRange: BarRange, count: number): boolean {
  return lengthOf(visibleRange) < count
}

/**
 * Returns the visible range after zooming in (`factor` below 1) or out, with the bar `around` keeping its screen
 * position.
 */
export function zoomRange(visibleRange: BarRange, factor: number, around: number, count: number): BarRange {
  const target = Math.round(lengthOf(visibleRange) * factor)
  // Where rounding would change nothing, the range changes by one bar.
  const changed = target === lengthOf(visibleRange) ? target + Math.sign(factor - 1) : target
  const length = Math.min(count, Math.max(Math.min(minVisible, count), changed))
  const share = (around - visibleRange.first) / Math.max(1, lengthOf(visibleRange) - 1)
  return clampRange(Math.round(around - share * (length - 1)), length, count)
}

/** Returns the visible range after moving by this many bars; backwards when negative. */
export function panRange(visibleRange: BarRange, by: number, count: number): BarRange {
  return clampRange(visibleRange.first + by, lengthOf(visibleRange), count)
}

/** Moves the visible range as little as necessary to include a bar. */
export function revealRange(visibleRange: BarRange, { first, last }: BarRange, count: number): BarRange {
  if (first < visibleRange.first) return panRange(visibleRange, first - visibleRange.first, count)
  if (last > visibleRange.last) return panRange(visibleRange, last - visibleRange.last, count)
  return visibleRange
}

/**
 * Returns the range for a drag across the chart, from bar to bar in either direction; never fewer bars than
 * `minVisible`.
 */
export function rangeOfDrag(from: number, to: number, count: number): BarRange {
  const first = Math.min(from, to)
  const length = Math.max(Math.abs(to - from) + 1, Math.min(minVisible, count))
  return clampRange(first, length, count)
}

/** Returns the group that contains a bar. */
export function findGroupAt(groups: readonly BarRange[], bar: number): BarRange | undefined {
  return groups.find(({ first, last }) => first <= bar && bar <= last)
}

/** Returns the group that a key moves to from the selected bar; the last one when none is selected yet. */
export function stepSelection(
  groups: readonly BarRange[],
  selected: number | null,
  step: 'previous' | 'next' | 'first' | 'last',
): BarRange | undefined {
  if (step === 'first') return groups[0]
  if (step === 'last' || selected === null) return groups.at(-1)
  const index = groups.findIndex(({ first, last }) => first <= selected && selected <= last)
  const target = index + (step === 'next' ? 1 : -1)
  return groups[Math.min(groups.length - 1, Math.max(0, target))]
}

function lengthOf({ first, last }: BarRange): number {
  return last - first + 1
}

function clampRange(targetFirst: number, length: number, count: number): BarRange {
  const first = Math.min(Math.max(0, targetFirst), count - length)
  return { first, last: first + length - 1 }
}
