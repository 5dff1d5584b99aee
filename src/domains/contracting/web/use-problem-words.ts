import { useTranslations } from 'use-intl'

const ofApp = ['required', 'too_long', 'invalid_value'] as const
const ofWizard = ['lookup_failed', 'postcode_unknown', 'file_under_way'] as const

/** What is wrong with a field, in words, by its code. */
export function useProblemWords() {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.fieldErrors')
  return (code: string): string => {
    const general = ofApp.find((known) => known === code)
    if (general) return tApp(general)
    const own = ofWizard.find((known) => known === code)
    if (own) return t(`wizard.problems.${own}`)
    return t(`fieldErrors.${code as 'cups_not_valid'}`)
  }
}
