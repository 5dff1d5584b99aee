import { useTranslations } from 'use-intl'

/** Returns a function that names the response deadline of a case type, falling back to its code if it has no text. */
export function useTermName(): (caseType: string | null) => string {
  const t = useTranslations('desk-case-types.caseTypes')
  return (caseType) => {
    if (caseType === null) return '—'
    return t.has(caseType as 'complaint') ? t(caseType as 'complaint') : caseType
  }
}
