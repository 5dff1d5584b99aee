import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { StaleDataBanner } from '#kit/web/feedback/stale-data-banner.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { Pager } from '#kit/web/list/pager.tsx'
import { useListQuery } from '#kit/web/list/use-list-query.ts'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { RequestTable } from './cases/request-table.tsx'
import { parseRequestPage, requestsHref } from './cases/requests-page.ts'
import { requestsQuery } from './queries.ts'

export { loadRequests as load } from './load-support.ts'

/** Shows a customer's requests and their states. */
export function RequestsScreen() {
  const t = useTranslations('support.requests')
  const helpTexts = useTranslations('support.help')
  const page = parseRequestPage(useSearch({ strict: false }) as SearchParams)
  const { data, error, refetch, isFetching } = useListQuery(requestsQuery(useSend(), page))
  const { contact } = useCustomerSettings().features
  if (!data) return <Skeleton kind="rows" count={6} />
  const create = contact && (
    <ButtonLink href="/requests/create" icon={plus}>
      {t('create')}
    </ButtonLink>
  )

  return (
    <>
      <header className="stack">
        <BackLink href="/help">{helpTexts('title')}</BackLink>
        <div className="spread">
          <h1>{t('title')}</h1>
          {data.items.length > 0 && create}
        </div>
      </header>
      <div className="stack">
        {error && (
          <StaleDataBanner isRetrying={isFetching} onRetry={refetch}>
            {t('failed.title')}. {t('failed.text')}
          </StaleDataBanner>
        )}
        {data.items.length > 0 ? (
          <RequestTable requests={data.items} />
        ) : (
          <EmptyState title={t('none.title')} action={create}>
            {t('none.text')}
          </EmptyState>
        )}
        <Pager {...page} total={data.n_items} hrefOf={requestsHref} />
      </div>
    </>
  )
}
