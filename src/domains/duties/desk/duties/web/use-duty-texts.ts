import { useLocale, useTranslations } from 'use-intl'
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AppliedNorm, ListedDuty } from '../api.ts'

/** Returns functions that name duties, their days, and the norms that set them. */
export function useDutyTexts() {
  const t = useTranslations('desk-duties')
  const locale = useLocale()
  return {
    /** The values that a text about a duty names it by. */
    namesOf: ({ kind, customer }: ListedDuty) => ({
      kind: t(`kinds.${kind}`),
      customer: customer?.name ?? t('noCustomer'),
    }),
    /** The last day, or the hour where the term is in hours. */
    dueOf: ({ due_on, due_at, norm }: ListedDuty) =>
      norm.unit === 'hours' ? formatInstant(new Date(due_at), locale) : formatDay(due_on, locale),
    /** The law with its article; a promise of the retailer has none. */
    lawOf: ({ law, article }: Pick<AppliedNorm, 'law' | 'article'>) => {
      if (law === null) return t('promise')
      return article === null ? law : t('article', { law, article })
    },
    termOf: ({ count, unit, tolerance_days: days }: Pick<AppliedNorm, 'count' | 'unit' | 'tolerance_days'>) => {
      const term = t(`units.${unit}`, { count })
      return days === 0 ? term : t('tolerance', { term, days })
    },
  }
}
