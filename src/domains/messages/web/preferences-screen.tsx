import { useTranslations } from 'use-intl'
import { BackLink } from '#kit/web/back-link.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import styles from './preferences-screen.module.css'

export { loadPreferences as load } from './load-messages.ts'

/** Where customers choose what they are told by mail. */
export function PreferencesScreen() {
  const t = useTranslations('messages')
  const hasPage = useHasPage()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        {hasPage('/profile') && <BackLink href="/profile">{t('preferences.profile')}</BackLink>}
        <h1>{t('preferencesTitle')}</h1>
      </header>
      <Retryable
        title={t('preferences.notLoaded.title')}
        words={t('preferences.notLoaded.words')}
        resetKey="preferences"
      >
        <PreferencesForm />
      </Retryable>
    </div>
  )
}
