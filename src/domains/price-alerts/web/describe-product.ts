import { addDays, addMonths, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'

export type ProductTexts = {
  quarter: (values: { quarter: number; year: string }) => string
  year: (values: { year: string }) => string
  week: (values: { day: string }) => string
  /** Returns the name of an instrument kind. */
  instrument: (kind: 'base' | 'peak' | 'basePortugal' | 'gas') => string
}

type Delivery = { from: MarketDay; until: MarketDay }

// The OMIP instruments that are traded for Spain; any other is shown only by its name.
const kinds = { FTB: 'base', FWB: 'base', SWB: 'base', FTK: 'peak', FPB: 'basePortugal', FGE: 'gas' } as const

/** Describes the name of a future, as far as it is known: `enero de 2027, carga base`. */
export function describeProduct(
  { instrument, delivery }: { instrument: string | null; delivery: Delivery | null },
  texts: ProductTexts,
  locale: Locale,
): string {
  const kind = (kinds as Record<string, (typeof kinds)[keyof typeof kinds]>)[instrument ?? '']
  return [
    ...(delivery ? [describeDelivery(delivery, texts, locale)] : []),
    ...(kind ? [texts.instrument(kind)] : []),
  ].join(', ')
}

function describeDelivery({ from, until }: Delivery, texts: ProductTexts, locale: Locale): string {
  const year = from.slice(0, 4)
  if (until === from) return formatDay(from, locale)
  if (until === lastOfMonth(from)) return formatMonth(from, locale, 'long')
  if (until === lastOfMonth(addMonths(from, 2)))
    return texts.quarter({ quarter: Math.ceil(Number(from.slice(5, 7)) / 3), year })
  if (until === lastOfMonth(addMonths(from, 11))) return texts.year({ year })
  if (until === addDays(from, 6)) return texts.week({ day: formatDay(from, locale) })
  return `${formatDay(from, locale)} – ${formatDay(until, locale)}`
}
