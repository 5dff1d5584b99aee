import type { ChartData } from '#kit/web/chart/chart-data.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { DatedPrice } from './queries.ts'

type PriceChartInput = {
  prices: readonly DatedPrice[]
  locale: Locale
  texts: { pane: string; series: string }
  priceOf: (price: number) => string
}

/**
 * Builds a line chart of prices by day: they are not quantities, so they are neither filled nor added up. Their changes
 * matter, so the scale starts below the lowest price.
 */
export function buildPriceChart({ prices, locale, texts, priceOf }: PriceChartInput): ChartData {
  const base = computeBase(findPriceRange(prices))
  const dayAt = (index: number) => formatDay(prices[index]!.day, locale)
  return {
    count: prices.length,
    panes: [
      {
        title: texts.pane,
        series: [],
        marks: { label: texts.series, token: '--brand-edge', values: prices.map(({ price }) => price - base) },
        format: (above) => priceOf(base + above),
        formatTick: (tick) => formatDecimal(base + tick, locale),
      },
    ],
    nameOf: ({ first }) => dayAt(first),
    // Day and month only: the year is in the description.
    tickOf: ({ first }) => dayAt(first).slice(0, 5),
  }
}

/** Returns the lowest and the highest of some prices. */
export function findPriceRange(prices: readonly DatedPrice[]): { lowest: number; highest: number } {
  const values = prices.map(({ price }) => price)
  return { lowest: Math.min(...values), highest: Math.max(...values) }
}

const roundStep = 5

/** Returns the start of the scale: as far below the lowest as the highest is above it, at a round price. */
function computeBase({ lowest, highest }: { lowest: number; highest: number }): number {
  return Math.max(0, Math.floor((2 * lowest - highest) / roundStep) * roundStep)
}
