import { useLocale, useTranslations } from 'use-intl'
import { formatMoney } from '#vocabulary/format.ts'
import type { Comparison } from '../api.ts'
import { centsOf } from './cents.ts'
import { useSignedMoney } from './use-signed-money.ts'

/** Returns a function for the sentence that says how much an invoice differs and names the two largest causes. */
export function useReasonSentence(): (comparison: Comparison, than: 'before' | 'year') => string {
  const t = useTranslations('invoice-details.why')
  const locale = useLocale()
  const signed = useSignedMoney()
  return ({ difference, steps }, than) => {
    const cents = centsOf(difference)
    const direction = cents > 0 ? 'more' : cents < 0 ? 'less' : 'same'
    const change = t('change', { direction, than, amount: formatMoney(Math.abs(cents), locale) })
    const [first, second] = (steps ?? []).map(({ cause, amount }) =>
      t('because', {
        because: t(`reasons.${cause}`, { direction: amount > 0 ? 'more' : 'less' }),
        amount: signed(centsOf(amount)),
      }),
    )
    if (!first) return t('alone', { change })
    return second ? t('both', { change, first, second }) : t('one', { change, first })
  }
}
