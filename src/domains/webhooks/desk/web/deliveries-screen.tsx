import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListPager } from '#kit/backoffice/web/list-pager.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { SearchBox } from '#kit/backoffice/web/search-box.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { deliveryFilters } from '../rules.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { type DeliveriesView, deliveriesQuery, endpointsQuery } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'

const path = '/operator/webhooks/deliveries'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(endpointsQuery(send)), prefetch(deliveriesQuery(send, viewOf(search)))])
}

/** The deliveries to all endpoints with their results. */
export function DeliveriesScreen() {
  const t = useTranslations('desk-webhooks')
  const view = useListView(viewOf)
  const { data: endpoints } = useSuspenseQuery(endpointsQuery(useSend()))
  return (
    <>
      <div>
        <BackLink href="/operator/webhooks">{t('endpoint.back')}</BackLink>
        <h1>{t('deliveries.title')}</h1>
      </div>
      <SearchBox
        label={t('deliveries.label')}
        hint={t('deliveries.hint')}
        submit={t('deliveries.find')}
        value={view.q}
        path={path}
      >
        <ListFilter
          name="endpoint"
          label={t('deliveries.endpoint')}
          value={view.endpoint}
          any={t('deliveries.anyEndpoint')}
          options={endpoints.map(({ id, url }) => ({ value: String(id), label: shortenUrl(url) }))}
        />
        <ListFilter
          name="state"
          label={t('deliveries.state')}
          value={view.state}
          options={deliveryFilters.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      </SearchBox>
      <RetryBoundary
        title={t('deliveries.failedTitle')}
        message={t('list.failedWords')}
        resetKey={JSON.stringify(view)}
      >
        <DeliveriesList view={view} />
      </RetryBoundary>
    </>
  )
}

function DeliveriesList({ view }: { view: DeliveriesView }) {
  const t = useTranslations('desk-webhooks.deliveries')
  const { data } = useSuspenseQuery(deliveriesQuery(useSend(), view))
  if (!data.items.length)
    return (
      <EmptyState kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </EmptyState>
    )
  const { q, endpoint, state, offset } = view
  return (
    <>
      <DeliveriesTable rows={data.items} />
      <ListPager path={path} view={{ q, endpoint, state }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: SearchParams): DeliveriesView {
  const { endpoint = '', state } = search
  return {
    ...listViewOf(search),
    endpoint: /^[1-9]\d{0,8}$/.test(endpoint) ? endpoint : '',
    state: matchValue(deliveryFilters, state) ?? 'all',
  }
}
