import { roundParts } from '#vocabulary/round-parts.ts'
import { type BarRange, stackOf, sumOf } from './bar-groups.ts'
import type { ChartData, Paint, Pane, Token } from './chart-data.ts'

/** A line of the details of a bar, with the paint or line that represents it on the canvas. */
export type BarDetail = { key: string; label: string; value: string; symbol?: Paint | Token }

/** Returns the details of a bar, pane by pane: each series with data, their sum, and the mark across the bar. */
export function listBarDetails({ panes }: ChartData, range: BarRange, totalLabel: string): BarDetail[] {
  return panes.flatMap((pane, index) => listPaneDetails(pane, range, totalLabel, index))
}

function listPaneDetails(pane: Pane, range: BarRange, totalLabel: string, index: number): BarDetail[] {
  const { series, marks, format } = pane
  const { parts, total } = formatBar(pane, range)
  const known: BarDetail[] = series.flatMap(({ key, label, paint }, position) => {
    const value = parts[position]!
    return value === null ? [] : [{ key: `${index} ${key}`, label, value, symbol: paint }]
  })
  const marked = marks ? sumOf(marks.values, range) : null
  return [
    ...known,
    ...(total !== null && known.length > 1
      ? [{ key: `${index} total`, label: pane.totals?.label ?? totalLabel, value: total }]
      : []),
    ...(marks && marked !== null
      ? [{ key: `${index} marks`, label: marks.label, value: format(marked), symbol: marks.token }]
      : []),
  ]
}

/** Formats the series of a bar and their sum so that they add up. Returns null without data. */
export function formatBar(
  { series, format, roundingStepOf }: Pick<Pane, 'series' | 'format' | 'roundingStepOf'>,
  range: BarRange,
): { parts: (string | null)[]; total: string | null } {
  const { total } = stackOf(series, range)
  const sums = series.map(({ values }) => sumOf(values, range))
  const step = total !== null && series.length > 1 ? roundingStepOf?.(total) : undefined
  if (total === null || step === undefined)
    return {
      parts: sums.map((sum) => (sum === null ? null : format(sum))),
      total: total === null ? null : format(total),
    }
  const signs = series.map(({ isBelow }) => (isBelow ? -1 : 1))
  const rounded = roundParts(
    sums.map((sum, index) => (sum ?? 0) * signs[index]!),
    step,
  )
  return {
    parts: sums.map((sum, index) => (sum === null ? null : format(rounded[index]! * signs[index]! || 0, step))),
    total: format(total, step),
  }
}

/** Returns the details as one sentence, for screen readers. */
export function describeBarDetails(details: readonly BarDetail[], missing: string): string {
  return details.length ? details.map(({ label, value }) => `${label} ${value}`).join('; ') : missing
}
