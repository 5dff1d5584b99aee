import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'

/** Links back to the profile from an account page, where the retailer has a profile. */
export function BackToProfileLink() {
  const t = useTranslations('session')
  return useHasPage()('/profile') && <BackLink href="/profile">{t('toProfile')}</BackLink>
}
