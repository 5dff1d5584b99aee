import { useLocale } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'

/** Returns a function that formats an amount in euros in the reader's language. */
export function useMoney(): (euros: number) => string {
  const locale = useLocale()
  return (euros) => formatMoney(Math.round(euros * 100), locale)
}
