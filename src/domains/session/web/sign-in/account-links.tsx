import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { Link } from '#kit/web/navigation/link.tsx'

/** Links for users who have no password yet, or have forgotten it. */
export function AccountLinks() {
  const t = useTranslations('session.login')
  const { features, home } = useSettings()
  return (
    <div className="stack">
      <p>
        <Link href="/reset-password">{t('forgotten')}</Link>
      </p>
      {features.signup && (
        <p className="line">
          <Link href="/register">{t('register')}</Link>
          <Link href="/activation">{t('activate')}</Link>
        </p>
      )}
      {(home.type === 'overview' || home.type === 'tabGroups') && (
        <p>
          <Link href="/">{t('toOffers')}</Link>
        </p>
      )}
    </div>
  )
}
