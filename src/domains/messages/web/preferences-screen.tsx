import { useTranslations } from 'use-intl'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { useHasPage } from '#kit/web/navigation/known-pages.ts'
import { PreferencesForm } from './preferences-form.tsx'
import styles from './preferences-screen.module.css'

export { loadPreferences as load } from './load-preferences.ts'

/** Lets customers choose their e-mail notifications. */
export function PreferencesScreen() {
  const t = useTranslations('messages')
  const hasPage = useHasPage()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        {hasPage('/profile') && <BackLink href="/profile">{t('preferences.profile')}</BackLink>}
        <h1>{t('preferencesTitle')}</h1>
      </header>
      <RetryBoundary
        title={t('preferences.notLoaded.title')}
        message={t('preferences.notLoaded.text')}
        resetKey="preferences"
      >
        <PreferencesForm />
      </RetryBoundary>
    </div>
  )
}
