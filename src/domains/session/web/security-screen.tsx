import { useTranslations } from 'use-intl'
import { useSettings } from '#domains/operator/web/settings.ts'
import { eye, lock, person } from '#kit/web/icons.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { RowLink, Rows } from '#kit/web/rows.tsx'
import { SecondFactors } from './second-factors.tsx'
import styles from './security-screen.module.css'
import { ToProfile } from './to-profile.tsx'

export { loadSecurity as load } from './load-account.ts'

/** Everything by which a customer keeps others out of their account. */
export function SecurityScreen() {
  const t = useTranslations('session')
  const { features } = useSettings()
  return (
    <div className={styles.screen}>
      <div className="stack">
        <div>
          <ToProfile />
          <h1>{t('securityTitle')}</h1>
        </div>
        <p className="soft">{t('security.about')}</p>
      </div>
      <Retryable title={t('security.failedToRead')} words={t('security.failedWords')} resetKey="security">
        <SecondFactors />
      </Retryable>
      <Rows>
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
      </Rows>
    </div>
  )
}
