import type { Locale } from '#kit/locale.ts'
import { addDays, addMonths, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'

export type ProductWords = {
  quarter: (values: { quarter: number; year: string }) => string
  year: (values: { year: string }) => string
  week: (values: { day: string }) => string
  /** Of the kinds of contracts that have a name of their own. */
  instrument: (kind: 'base' | 'peak' | 'basePortugal' | 'gas') => string
}

type Delivered = { instrument: string; deliveryFrom: MarketDay; deliveryUntil: MarketDay }

// The instruments of OMIP that are traded for Spain; another is told by its name alone.
const kinds = { FTB: 'base', FWB: 'base', SWB: 'base', FTK: 'peak', FPB: 'basePortugal', FGE: 'gas' } as const

/** What the name of a future means: `enero de 2027, carga base`. */
export function productMeaning(product: Delivered, words: ProductWords, locale: Locale): string {
  const kind = (kinds as Record<string, (typeof kinds)[keyof typeof kinds]>)[product.instrument]
  return [deliveryWords(product, words, locale), ...(kind ? [words.instrument(kind)] : [])].join(', ')
}

function deliveryWords({ deliveryFrom: from, deliveryUntil: until }: Delivered, words: ProductWords, locale: Locale) {
  const year = from.slice(0, 4)
  if (until === from) return formatDay(from, locale)
  if (until === lastOfMonth(from)) return formatMonth(from, locale, 'long')
  if (until === lastOfMonth(addMonths(from, 2)))
    return words.quarter({ quarter: Math.ceil(Number(from.slice(5, 7)) / 3), year })
  if (until === lastOfMonth(addMonths(from, 11))) return words.year({ year })
  if (until === addDays(from, 6)) return words.week({ day: formatDay(from, locale) })
  return `${formatDay(from, locale)} – ${formatDay(until, locale)}`
}
