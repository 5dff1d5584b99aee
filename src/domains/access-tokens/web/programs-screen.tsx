import type { FetchQueryOptions } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { BackToProfileLink } from '#domains/session/web/back-to-profile-link.tsx'
import screenStyles from '#domains/session/web/security-screen.module.css'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'
import { AccountAccess } from './account-access.tsx'
import { accessTokensQuery, accountAccessQuery } from './queries.ts'
import { TokenList } from './token-list.tsx'

/** Fetches the access to the account. The screen reports what cannot be read and offers a retry. */
export function load({ prefetch, send }: LoadContext) {
  const queries = [accessTokensQuery(send), accountAccessQuery(send)] as unknown as FetchQueryOptions[]
  return Promise.all(queries.map((query) => prefetch(query).catch(() => {})))
}

/**
 * The page where customers let their own programs read on their behalf, and revoke that and all other access to their
 * account. Shown directly after a password change.
 */
export function ProgramsScreen() {
  const t = useTranslations('access-tokens')
  const { basePath } = usePortal()
  const { step } = useSearch({ strict: false }) as SearchParams
  const isChanged = step === 'changed'
  const access = (
    <RetryBoundary title={t('access.failedToRead')} message={t('access.failedText')} resetKey="account-access">
      <AccountAccess />
    </RetryBoundary>
  )
  if (isChanged)
    return (
      <div className={screenStyles.screen}>
        <div className="stack">
          <h1>{t('access.title')}</h1>
          <Banner tone="positive">{t('access.changed')}</Banner>
          <p className="soft">{t('access.about')}</p>
        </div>
        {access}
      </div>
    )
  return (
    <div className={screenStyles.screen}>
      <div className="stack">
        <div>
          <BackToProfileLink />
          <h1>{t('title')}</h1>
        </div>
        <p className="soft">{t('about')}</p>
        <p>
          <a href={`${basePath}/api/openapi.json`}>{t('documentation')}</a>
        </p>
      </div>
      <RetryBoundary title={t('failedToRead')} message={t('failedText')} resetKey="access-tokens">
        <TokenList />
      </RetryBoundary>
      <section className="stack">
        <h2>{t('access.title')}</h2>
        <p className="soft">{t('access.about')}</p>
        {access}
      </section>
    </div>
  )
}
