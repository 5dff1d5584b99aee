import { useTranslations } from 'use-intl'

const ofApp = ['required', 'invalid_value'] as const
const ofLimits = ['too_long', 'too_many_files'] as const
const ofWizard = ['lookup_failed', 'postcode_unknown', 'file_under_way', 'file_unsent'] as const

/** What is wrong with a field, in words, by its code. */
export function useProblemWords() {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.fieldErrors')
  return (code: string): string => {
    const general = ofApp.find((known) => known === code)
    if (general) return tApp(general)
    const [name, figure = ''] = code.split(':')
    const limit = ofLimits.find((known) => known === name)
    if (limit) return tApp(`${limit}_figure`, { figure })
    const own = ofWizard.find((known) => known === code)
    if (own) return t(`wizard.problems.${own}`)
    return t(`fieldErrors.${code as 'cups_not_valid'}`)
  }
}
