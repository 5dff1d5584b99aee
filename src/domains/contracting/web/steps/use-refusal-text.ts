import { useTranslations } from 'use-intl'

const callRefusalCodes = [
  'contracting_off',
  'contracting_needs_session',
  'lead_incomplete',
  'invalid',
  'cups_unavailable',
  'bad_score',
  'identity_mismatch',
  'promocode_invalid',
  'too_many_attempts',
] as const

/** Returns the text for a refused step by its code. */
export function useRefusalText() {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.refusals')
  return (code: string): string => {
    if (code === 'token_readonly') return tApp(code)
    if (code === 'lead_closed') return t('wizard.failures.leadOver')
    const known = callRefusalCodes.find((each) => each === code)
    return known ? t(`refusals.${known}`) : t('wizard.failures.generic')
  }
}
