import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { ConnectedIdentities } from './identities/connected-identities.tsx'
import styles from './security-screen.module.css'

export { loadIdentities as load } from './load-account.ts'

/** The page where a user links their identity at the provider with their account here. */
export function ConnectScreen() {
  const t = useTranslations('session')
  const { failed } = useSearch({ strict: false }) as SearchParams
  return (
    <div className={styles.narrow}>
      <h1>{t('connectTitle')}</h1>
      <ErrorBanner>{failed === 'identity_taken' && t('connect.taken')}</ErrorBanner>
      <RetryBoundary title={t('connect.failedToRead')} message={t('connect.failedText')} resetKey="connect">
        <ConnectedIdentities />
      </RetryBoundary>
    </div>
  )
}
