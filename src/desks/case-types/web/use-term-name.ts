import { useTranslations } from 'use-intl'

/** Says what kind of term a case has; by its own name where nobody has words for it. */
export function useTermName(): (caseType: string | null) => string {
  const t = useTranslations('desk-case-types.caseTypes')
  return (caseType) => {
    if (caseType === null) return '—'
    return t.has(caseType as 'complaint') ? t(caseType as 'complaint') : caseType
  }
}
