import { useTranslations } from 'use-intl'

const ofCalls = [
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

/** Why a step was refused, in words, by its code. */
export function useRefusalWords() {
  const t = useTranslations('contracting')
  const tApp = useTranslations('app.refusals')
  return (code: string): string => {
    if (code === 'token_readonly') return tApp(code)
    if (code === 'lead_closed') return t('wizard.failures.leadOver')
    const known = ofCalls.find((told) => told === code)
    return known ? t(`refusals.${known}`) : t('wizard.failures.generic')
  }
}
