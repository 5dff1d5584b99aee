import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { plus } from '#kit/web/icons.ts'
import { NotRefreshed } from '#kit/web/not-refreshed.tsx'
import type { Search } from '#kit/web/page.ts'
import { Pager } from '#kit/web/pager.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { useListQuery } from '#kit/web/use-list-query.ts'
import { addressOfPage, readPage } from './list-page.ts'
import { requestsQuery } from './queries.ts'
import { RequestTable } from './request-table.tsx'

export { loadRequests as load } from './load-support.ts'

/** What a customer has asked of the retailer, and how it stands. */
export function RequestsScreen() {
  const t = useTranslations('support.requests')
  const ofHelp = useTranslations('support.help')
  const page = readPage(useSearch({ strict: false }) as Search)
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
        <BackLink href="/help">{ofHelp('title')}</BackLink>
        <div className="spread">
          <h1>{t('title')}</h1>
          {data.items.length > 0 && create}
        </div>
      </header>
      <div className="stack">
        {error && (
          <NotRefreshed isRetrying={isFetching} onRetry={refetch}>
            {t('failed.title')}. {t('failed.words')}
          </NotRefreshed>
        )}
        {data.items.length > 0 ? (
          <RequestTable requests={data.items} />
        ) : (
          <Empty title={t('none.title')} action={create}>
            {t('none.words')}
          </Empty>
        )}
        <Pager {...page} total={data.n_items} hrefOf={addressOfPage} />
      </div>
    </>
  )
}
