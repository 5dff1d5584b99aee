import type { Stretch } from './stretches.ts'

/** Nobody needs to look closer than this many bars. */
const fewestShown = 4

/** All of so many bars. */
export function wholeOf(count: number): Stretch {
  return { first: 0, last: count - 1 }
}

/** Whether some bars lie outside of what is shown. */
export function isZoomed(shown: Stretch, count: number): boolean {
  return lengthOf(shown) < count
}

/**
 * What is shown after looking closer (`factor` below 1) or from farther away, the bar `around` staying where it is on the
 * screen.
 */
export function zoomed(shown: Stretch, factor: number, around: number, count: number): Stretch {
  const wanted = Math.round(lengthOf(shown) * factor)
  // Where rounding would change nothing, one bar more or less does.
  const changed = wanted === lengthOf(shown) ? wanted + Math.sign(factor - 1) : wanted
  const length = Math.min(count, Math.max(Math.min(fewestShown, count), changed))
  const share = (around - shown.first) / Math.max(1, lengthOf(shown) - 1)
  return placed(Math.round(around - share * (length - 1)), length, count)
}

/** What is shown after moving on by so many bars; back when negative. */
export function panned(shown: Stretch, by: number, count: number): Stretch {
  return placed(shown.first + by, lengthOf(shown), count)
}

/** Moves what is shown as little as needed for a bar to be in it. */
export function revealing(shown: Stretch, { first, last }: Stretch, count: number): Stretch {
  if (first < shown.first) return panned(shown, first - shown.first, count)
  if (last > shown.last) return panned(shown, last - shown.last, count)
  return shown
}

/** What a drag across the chart means, from bar to bar in either direction; never fewer than `fewestShown`. */
export function dragged(from: number, to: number, count: number): Stretch {
  const first = Math.min(from, to)
  const length = Math.max(Math.abs(to - from) + 1, Math.min(fewestShown, count))
  return placed(first, length, count)
}

/** The stretch that a bar is in. */
export function stretchAt(stretches: readonly Stretch[], bar: number): Stretch | undefined {
  return stretches.find(({ first, last }) => first <= bar && bar <= last)
}

/** The stretch that a key leads to from the selected bar; the last one when none is selected yet. */
export function stepped(
  stretches: readonly Stretch[],
  selected: number | null,
  step: 'previous' | 'next' | 'first' | 'last',
): Stretch | undefined {
  if (step === 'first') return stretches[0]
  if (step === 'last' || selected === null) return stretches.at(-1)
  const place = stretches.findIndex(({ first, last }) => first <= selected && selected <= last)
  const wanted = place + (step === 'next' ? 1 : -1)
  return stretches[Math.min(stretches.length - 1, Math.max(0, wanted))]
}

function lengthOf({ first, last }: Stretch): number {
  return last - first + 1
}

function placed(wantedFirst: number, length: number, count: number): Stretch {
  const first = Math.min(Math.max(0, wantedFirst), count - length)
  return { first, last: first + length - 1 }
}
