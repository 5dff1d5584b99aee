import { useTranslations } from 'use-intl'
import { useBoot } from '#kit/web/portal.ts'

/** Why whoever looks at the account of somebody else can change nothing; undefined for everybody else. */
export function useReadonlyReason(): string | undefined {
  const t = useTranslations('app.refusals')
  return useBoot().signedIn?.readonly ? t('token_readonly') : undefined
}
