import { useLocale } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'

/** Writes euros of the wire as the reader's language has them. */
export function useMoney(): (euros: number) => string {
  const locale = useLocale()
  return (euros) => formatMoney(Math.round(euros * 100), locale)
}
