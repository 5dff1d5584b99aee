import type { FetchQueryOptions } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import screenStyles from '#domains/session/web/security-screen.module.css'
import { ToProfile } from '#domains/session/web/to-profile.tsx'
import { Banner } from '#kit/web/banner.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { AccountAccess } from './account-access.tsx'
import { accountAccessQuery } from './queries.ts'

/** Fetches what gets in; what cannot be read is told of by the screen, where it can be tried again. */
export async function load({ prefetch, send }: LoadContext) {
  await prefetch(accountAccessQuery(send) as FetchQueryOptions).catch(() => {})
}

/** Where customers see what gets into their account beside the password, also right after they have changed it, and end it. */
export function AccountAccessScreen() {
  const t = useTranslations('access-tokens.accountAccess')
  const { changed } = useSearch({ strict: false }) as Search
  return (
    <div className={screenStyles.screen}>
      <div className="stack">
        <div>
          <ToProfile />
          <h1>{t('title')}</h1>
        </div>
        {changed !== undefined && <Banner tone="positive">{t('changed')}</Banner>}
        <p className="soft">{t('about')}</p>
      </div>
      <Retryable title={t('failedToRead')} words={t('failedWords')} resetKey="account-access">
        <AccountAccess />
      </Retryable>
    </div>
  )
}
