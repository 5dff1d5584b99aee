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
  const known: BarWord[] = series.flatMap(({ key, label, paint, values }) => {
    const value = sumOf(values, stretch)
    return value === null ? [] : [{ key: `${index} ${key}`, label, value: write(value), sign: paint }]
  })
  const { total } = stackOf(series, stretch)
  const marked = marks ? sumOf(marks.values, stretch) : null
  return [
    ...known,
    ...(total !== null && known.length > 1
      ? [{ key: `${index} total`, label: pane.totals?.label ?? totalLabel, value: write(total) }]
      : []),
    ...(marks && marked !== null
      ? [{ key: `${index} marks`, label: marks.label, value: write(marked), sign: marks.token }]
      : []),
  ]
}

/** The same as one sentence, for whoever listens. */
export function spokenWords(words: readonly BarWord[], missing: string): string {
  return words.length ? words.map(({ label, value }) => `${label} ${value}`).join('; ') : missing
}
