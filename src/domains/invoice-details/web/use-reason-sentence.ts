import { useLocale, useTranslations } from 'use-intl'
import type { Comparison } from '../api.ts'
import { type ComparedWith, composeReasonSentence } from '../reason-sentence.ts'
import { centsOf } from './cents.ts'

/** Returns a function for the sentence that says how much an invoice differs and names the two largest causes. */
export function useReasonSentence(): (comparison: Comparison, than: ComparedWith) => string {
  const t = useTranslations('invoice-details.why')
  const locale = useLocale()
  return ({ difference, steps }, than) => {
    const reason = {
      ...{ than, differenceCents: centsOf(difference) },
      steps: (steps ?? []).map(({ cause, amount }) => ({ cause, amountCents: centsOf(amount) })),
    }
    return composeReasonSentence(reason, (key, values) => t(key, values as never), locale)
  }
}
