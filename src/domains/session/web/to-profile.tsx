import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/back-link.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'

/** The way back from a page about one's own account, where the retailer has a profile. */
export function ToProfile() {
  const t = useTranslations('session')
  return useHasPage()('/profile') && <BackLink href="/profile">{t('toProfile')}</BackLink>
}
