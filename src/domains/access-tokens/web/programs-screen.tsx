import type { FetchQueryOptions } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import screenStyles from '#domains/session/web/security-screen.module.css'
import { ToProfile } from '#domains/session/web/to-profile.tsx'
import { Banner } from '#kit/web/banner.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { AccountAccess } from './account-access.tsx'
import { accessTokensQuery, accountAccessQuery } from './queries.ts'
import { TokenList } from './token-list.tsx'

/** Fetches what gets in; what cannot be read is told of by the screen, where it can be tried again. */
export function load({ prefetch, send }: LoadContext) {
  const queries = [accessTokensQuery(send), accountAccessQuery(send)] as unknown as FetchQueryOptions[]
  return Promise.all(queries.map((query) => prefetch(query).catch(() => {})))
}

/**
 * Where customers let programs of theirs read in their name, and end it and whatever else gets into their account. Right after
 * they have changed their password this comes first.
 */
export function ProgramsScreen() {
  const t = useTranslations('access-tokens')
  const { basePath } = usePortal()
  const { step } = useSearch({ strict: false }) as Search
  const isChanged = step === 'changed'
  const access = (
    <Retryable title={t('access.failedToRead')} words={t('access.failedWords')} resetKey="account-access">
      <AccountAccess />
    </Retryable>
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
          <ToProfile />
          <h1>{t('title')}</h1>
        </div>
        <p className="soft">{t('about')}</p>
        <p>
          <a href={`${basePath}/api/openapi.json`}>{t('documentation')}</a>
        </p>
      </div>
      <Retryable title={t('failedToRead')} words={t('failedWords')} resetKey="access-tokens">
        <TokenList />
      </Retryable>
      <section className="stack">
        <h2>{t('access.title')}</h2>
        <p className="soft">{t('access.about')}</p>
        {access}
      </section>
    </div>
  )
}
