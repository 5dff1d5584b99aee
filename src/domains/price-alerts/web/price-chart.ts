import type { Locale } from '#kit/locale.ts'
import type { ChartData } from '#kit/web/chart/chart-data.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { DatedPrice } from './queries.ts'

type Wanted = {
  prices: readonly DatedPrice[]
  locale: Locale
  words: { pane: string; series: string }
  priceOf: (price: number) => string
}

/**
 * Prices as a line for each day: they are no amounts, so they are neither filled nor added up. What counts is how they move, so
 * the scale begins below the lowest of them.
 */
export function priceChart({ prices, locale, words, priceOf }: Wanted): ChartData {
  const base = baseOf(rangeOf(prices))
  const dayAt = (place: number) => formatDay(prices[place]!.day, locale)
  return {
    count: prices.length,
    panes: [
      {
        title: words.pane,
        series: [],
        marks: { label: words.series, token: '--brand-edge', values: prices.map(({ price }) => price - base) },
        write: (above) => priceOf(base + above),
        writeTick: (tick) => formatDecimal(base + tick, locale),
      },
    ],
    nameOf: ({ first }) => dayAt(first),
    // Day and month: the year stands in the sentence.
    tickOf: ({ first }) => dayAt(first).slice(0, 5),
  }
}

/** The lowest and the highest of some prices. */
export function rangeOf(prices: readonly DatedPrice[]): { lowest: number; highest: number } {
  const values = prices.map(({ price }) => price)
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}

const roundStep = 5

/** Where the scale begins: as far below the lowest as the highest is above it, at a round price. */
function baseOf({ lowest, highest }: { lowest: number; highest: number }): number {
  return Math.max(0, Math.floor((2 * lowest - highest) / roundStep) * roundStep)
}
