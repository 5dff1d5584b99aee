import type { FetchQueryOptions } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { BackToProfileLink } from '#domains/session/web/back-to-profile-link.tsx'
import screenStyles from '#domains/session/web/security-screen.module.css'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { ConsentsSection } from './consents-section.tsx'
import { parseOwnDataPage } from './own-data-page.ts'
import { OwnDataSection } from './own-data-section.tsx'
import { dataConsentsQuery, ownDataQuery } from './queries.ts'

/** Fetches the consents and the billed periods. The screen reports what cannot be read and offers a retry. */
export function load({ prefetch, send, search }: LoadContext) {
  const queries = [
    dataConsentsQuery(send),
    ownDataQuery(send, parseOwnDataPage(search)),
  ] as unknown as FetchQueryOptions[]
  return Promise.all(queries.map((query) => prefetch(query).catch(() => {})))
}

/** The page where customers take the consumption of each billed period, and decide what others may read. */
export function DataSharingScreen() {
  const t = useTranslations('data-sharing')
  return (
    <div className={screenStyles.screen}>
      <div>
        <BackToProfileLink />
        <h1>{t('title')}</h1>
      </div>
      <RetryBoundary title={t('failed.title')} message={t('failed.text')} resetKey="data-consents">
        <ConsentsSection />
      </RetryBoundary>
      <RetryBoundary title={t('own.failed')} message={t('failed.text')} resetKey="own-data">
        <OwnDataSection />
      </RetryBoundary>
    </div>
  )
}
