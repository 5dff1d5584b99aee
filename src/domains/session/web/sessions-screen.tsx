import { useTranslations } from 'use-intl'
import { Retryable } from '#kit/web/retryable.tsx'
import { Looks } from './looks.tsx'
import { OwnSessions } from './own-sessions.tsx'
import styles from './security-screen.module.css'
import { ToProfile } from './to-profile.tsx'

export { loadSessions as load } from './load-account.ts'

/** Where somebody sees from where they are signed in, and ends what they do not know. */
export function SessionsScreen() {
  const t = useTranslations('session')
  return (
    <div className={styles.screen}>
      <div className="stack">
        <div>
          <ToProfile />
          <h1>{t('sessionsTitle')}</h1>
        </div>
        <p className="soft">{t('sessions.about')}</p>
      </div>
      <Retryable title={t('sessions.failedToRead')} words={t('sessions.failedWords')} resetKey="sessions">
        <OwnSessions />
      </Retryable>
      <section className="stack">
        <h2>{t('looks.title')}</h2>
        <Retryable title={t('looks.failedToRead')} words={t('sessions.failedWords')} resetKey="looks">
          <Looks />
        </Retryable>
      </section>
    </div>
  )
}
