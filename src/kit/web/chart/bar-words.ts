import { roundedParts } from '#vocabulary/rounded-parts.ts'
import type { ChartData, Paint, Pane, Token } from './chart-data.ts'
import { type Stretch, stackOf, sumOf } from './stretches.ts'

/** One line of what a bar says, with the paint or the line that stands for it on the canvas. */
export type BarWord = { key: string; label: string; value: string; sign?: Paint | Token }

/** What a bar says, pane by pane: each series of which something is known, their sum, and what is marked across it. */
export function wordsOf({ panes }: ChartData, stretch: Stretch, totalLabel: string): BarWord[] {
  return panes.flatMap((pane, index) => wordsOfPane(pane, stretch, totalLabel, index))
}

function wordsOfPane(pane: Pane, stretch: Stretch, totalLabel: string, index: number): BarWord[] {
  const { series, marks, write } = pane
  const { parts, total } = writtenBar(pane, stretch)
  const known: BarWord[] = series.flatMap(({ key, label, paint }, place) => {
    const value = parts[place]!
    return value === null ? [] : [{ key: `${index} ${key}`, label, value, sign: paint }]
  })
  const marked = marks ? sumOf(marks.values, stretch) : null
  return [
    ...known,
    ...(total !== null && known.length > 1
      ? [{ key: `${index} total`, label: pane.totals?.label ?? totalLabel, value: total }]
      : []),
    ...(marks && marked !== null
      ? [{ key: `${index} marks`, label: marks.label, value: write(marked), sign: marks.token }]
      : []),
  ]
}

/** What the series of a bar and their sum are written as, so that they add up. Null where nothing is known. */
export function writtenBar(
  { series, write, stepOf }: Pick<Pane, 'series' | 'write' | 'stepOf'>,
  stretch: Stretch,
): { parts: (string | null)[]; total: string | null } {
  const { total } = stackOf(series, stretch)
  const sums = series.map(({ values }) => sumOf(values, stretch))
  const step = total !== null && series.length > 1 ? stepOf?.(total) : undefined
  if (total === null || step === undefined)
    return { parts: sums.map((sum) => (sum === null ? null : write(sum))), total: total === null ? null : write(total) }
  const signs = series.map(({ isBelow }) => (isBelow ? -1 : 1))
  const rounded = roundedParts(
    sums.map((sum, place) => (sum ?? 0) * signs[place]!),
    step,
  )
  return {
    parts: sums.map((sum, place) => (sum === null ? null : write(rounded[place]! * signs[place]! || 0, step))),
    total: write(total, step),
  }
}

/** The same as one sentence, for whoever listens. */
export function spokenWords(words: readonly BarWord[], missing: string): string {
  return words.length ? words.map(({ label, value }) => `${label} ${value}`).join('; ') : missing
}
