import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/retailer/web/settings.ts'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { eye, lock, person } from '#kit/web/graphics/icons.ts'
import { RowLink, RowList } from '#kit/web/list/row-list.tsx'
import { BackToProfileLink } from './back-to-profile-link.tsx'
import { SecondFactors } from './second-factor/second-factors.tsx'
import styles from './security-screen.module.css'

export { loadSecurity as load } from './load-account.ts'

/** The page with the security settings of a customer's account. */
export function SecurityScreen() {
  const t = useTranslations('session')
  const { features } = useSettings()
  return (
    <div className={styles.screen}>
      <div className="stack">
        <div>
          <BackToProfileLink />
          <h1>{t('securityTitle')}</h1>
        </div>
        <p className="soft">{t('security.about')}</p>
      </div>
      <RetryBoundary title={t('security.failedToRead')} message={t('security.failedText')} resetKey="security">
        <SecondFactors />
      </RetryBoundary>
      <RowList>
        {!features.oidc && (
          <RowLink
            href="/change-password"
            glyph={lock}
            title={t('changePasswordTitle')}
            detail={t('changePassword.effect')}
          />
        )}
        <RowLink
          href="/profile/sessions"
          glyph={eye}
          title={t('sessionsTitle')}
          detail={t('security.sessionsDetail')}
        />
        {features.oidc && (
          <RowLink href="/connect" glyph={person} title={t('connectTitle')} detail={t('security.connectDetail')} />
        )}
      </RowList>
    </div>
  )
}
