import { useTranslations } from 'use-intl'
import { useBoot } from './portal.ts'

/** Returns why an impersonating user can change nothing. Undefined for every other user. */
export function useReadonlyReason(): string | undefined {
  const t = useTranslations('app.refusals')
  return useBoot().signedIn?.readonly ? t('token_readonly') : undefined
}
