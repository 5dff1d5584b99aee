import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Failure } from '#kit/web/failure.tsx'
import type { Search } from '#kit/web/page.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { ConnectedIdentities } from './connected-identities.tsx'
import styles from './security-screen.module.css'

export { loadIdentities as load } from './load-account.ts'

/** Where somebody links their identity at the provider with their account here. */
export function ConnectScreen() {
  const t = useTranslations('session')
  const { failed } = useSearch({ strict: false }) as Search
  return (
    <div className={styles.narrow}>
      <h1>{t('connectTitle')}</h1>
      <Failure>{failed === 'identity_taken' && t('connect.taken')}</Failure>
      <Retryable title={t('connect.failedToRead')} words={t('connect.failedWords')} resetKey="connect">
        <ConnectedIdentities />
      </Retryable>
    </div>
  )
}
