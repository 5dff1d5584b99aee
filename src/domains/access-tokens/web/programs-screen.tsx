import type { FetchQueryOptions } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import screenStyles from '#domains/session/web/security-screen.module.css'
import { ToProfile } from '#domains/session/web/to-profile.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { usePortal } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { accessTokensQuery } from './queries.ts'
import { TokenList } from './token-list.tsx'

/** Fetches the tokens; what cannot be read is told of by the screen, where it can be tried again. */
export async function load({ prefetch, send }: LoadContext) {
  await prefetch(accessTokensQuery(send) as FetchQueryOptions).catch(() => {})
}

/** Where customers let programs of theirs read in their name, and end it. */
export function ProgramsScreen() {
  const t = useTranslations('access-tokens')
  const { basePath } = usePortal()
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
    </div>
  )
}
