import { useLocale } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'
import type { Cents } from '#vocabulary/money.ts'

/** Returns a function that formats an amount by which something rises or falls, with its sign. */
export function useSignedMoney(): (cents: Cents) => string {
  const locale = useLocale()
  return (cents) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${formatMoney(Math.abs(cents), locale)}`
}
