import type { TextKeys } from '#kit/text-keys.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { PriceRow } from './price-rows.ts'
import type texts from './texts/es.json'

/** Returns a text of revisions. The screen of a revision and its document show the same. */
export type RevisionTextOf = (key: TextKeys<typeof texts>, values?: Record<string, string | number>) => string

/** Returns the name of a price, with that of its period if it has several. */
export function namePrice({ term, period, periods }: PriceRow, t: RevisionTextOf): string {
  if (period === null) return t(`priceTable.terms.${term}`)
  const word = periodNameOf(period as Period, periods)
  return `${t(`priceTable.terms.${term}`)} · ${word ? t(`priceTable.periods.${word}`) : `P${period}`}`
}

/** Writes a price with its unit; a dash where it does not exist. */
export function writePrice(
  { unit }: PriceRow,
  price: string | null,
  { locale, t }: { locale: Locale; t: RevisionTextOf },
): string {
  return price === null ? '—' : t(`priceTable.units.${unit}`, { price: formatDecimal(price, locale) })
}
