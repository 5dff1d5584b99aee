import { useLocale } from 'use-intl'
import type { Cents } from '#vocabulary/money.ts'
import { formatSignedMoney } from '../reason-sentence.ts'

/** Returns a function that formats an amount by which something rises or falls, with its sign. */
export function useSignedMoney(): (cents: Cents) => string {
  const locale = useLocale()
  return (cents) => formatSignedMoney(cents, locale)
}
