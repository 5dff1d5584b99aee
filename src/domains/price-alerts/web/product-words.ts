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

type Delivery = { from: MarketDay; until: MarketDay }

// The instruments of OMIP that are traded for Spain; another is told by its name alone.
const kinds = { FTB: 'base', FWB: 'base', SWB: 'base', FTK: 'peak', FPB: 'basePortugal', FGE: 'gas' } as const

/** What the name of a future means, as far as it is known: `enero de 2027, carga base`. */
export function productMeaning(
  { instrument, delivery }: { instrument: string | null; delivery: Delivery | null },
  words: ProductWords,
  locale: Locale,
): string {
  const kind = (kinds as Record<string, (typeof kinds)[keyof typeof kinds]>)[instrument ?? '']
  return [
    ...(delivery ? [deliveryWords(delivery, words, locale)] : []),
    ...(kind ? [words.instrument(kind)] : []),
  ].join(', ')
}

function deliveryWords({ from, until }: Delivery, words: ProductWords, locale: Locale): string {
  const year = from.slice(0, 4)
  if (until === from) return formatDay(from, locale)
  if (until === lastOfMonth(from)) return formatMonth(from, locale, 'long')
  if (until === lastOfMonth(addMonths(from, 2)))
    return words.quarter({ quarter: Math.ceil(Number(from.slice(5, 7)) / 3), year })
  if (until === lastOfMonth(addMonths(from, 11))) return words.year({ year })
  if (until === addDays(from, 6)) return words.week({ day: formatDay(from, locale) })
  return `${formatDay(from, locale)} – ${formatDay(until, locale)}`
}
