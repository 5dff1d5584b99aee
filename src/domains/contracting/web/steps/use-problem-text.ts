import { useTranslations } from 'use-intl'

const appCodes = ['required', 'invalid_value'] as const
const limitCodes = ['too_long', 'too_many_files'] as const
const wizardCodes = ['lookup_failed', 'postcode_unknown', 'file_under_way', 'file_unsent'] as const

/** Returns the text of a field's problem by its code. */
export function useProblemText() {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.fieldErrors')
  return (code: string): string => {
    const general = appCodes.find((known) => known === code)
    if (general) return tApp(general)
    const [name, figure = ''] = code.split(':')
    const limit = limitCodes.find((known) => known === name)
    if (limit) return tApp(`${limit}_figure`, { figure })
    const own = wizardCodes.find((known) => known === code)
    if (own) return t(`wizard.problems.${own}`)
    return t(`fieldErrors.${code as 'cups_not_valid'}`)
  }
}
