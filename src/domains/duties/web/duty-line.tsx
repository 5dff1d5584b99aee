import { useLocale, useTranslations } from 'use-intl'
import { composeDutySentence } from '../duty-sentence.ts'
import type { ContractDuty, ShownDuty } from '../shown-duty.ts'

/** One line about a duty for its customer: by when something happens, and what they can do if it does not. */
export function DutyLine({ duty }: { duty: ShownDuty | ContractDuty }) {
  const t = useTranslations('duties')
  return composeDutySentence(duty, (key, values) => t(key as 'title', values as never), useLocale())
}
