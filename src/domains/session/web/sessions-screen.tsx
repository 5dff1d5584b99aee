import { useTranslations } from 'use-intl'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { BackToProfileLink } from './back-to-profile-link.tsx'
import styles from './security-screen.module.css'
import { ImpersonationTable } from './sessions/impersonation-table.tsx'
import { OwnSessionsTable } from './sessions/own-sessions-table.tsx'

export { loadSessions as load } from './load-account.ts'

/** The page where users see where they are signed in, and end sessions they do not recognise. */
export function SessionsScreen() {
  const t = useTranslations('session')
  return (
    <div className={styles.screen}>
      <div className="stack">
        <div>
          <BackToProfileLink />
          <h1>{t('sessionsTitle')}</h1>
        </div>
        <p className="soft">{t('sessions.about')}</p>
      </div>
      <RetryBoundary title={t('sessions.failedToRead')} message={t('sessions.failedText')} resetKey="sessions">
        <OwnSessionsTable />
      </RetryBoundary>
      <section className="stack">
        <h2>{t('looks.title')}</h2>
        <RetryBoundary title={t('looks.failedToRead')} message={t('sessions.failedText')} resetKey="looks">
          <ImpersonationTable />
        </RetryBoundary>
      </section>
    </div>
  )
}
