import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { deliveryFilters } from '../rules.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { type DeliveriesView, deliveriesQuery, endpointsQuery } from './queries.ts'
import { shortUrl } from './short-url.ts'

const path = '/operator/webhooks/deliveries'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(endpointsQuery(send)), prefetch(deliveriesQuery(send, viewOf(search)))])
}

/** What was told to which system, and what came of it. */
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
          options={endpoints.map(({ id, url }) => ({ value: String(id), label: shortUrl(url) }))}
        />
        <ListFilter
          name="state"
          label={t('deliveries.state')}
          value={view.state}
          options={deliveryFilters.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      </SearchBox>
      <Retryable title={t('deliveries.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: DeliveriesView }) {
  const t = useTranslations('desk-webhooks.deliveries')
  const { data } = useSuspenseQuery(deliveriesQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  const { q, endpoint, state, offset } = view
  return (
    <>
      <DeliveriesTable rows={data.items} />
      <ListPager path={path} view={{ q, endpoint, state }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): DeliveriesView {
  const { endpoint = '', state } = search
  return {
    ...listViewOf(search),
    endpoint: /^[1-9]\d{0,8}$/.test(endpoint) ? endpoint : '',
    state: namedOf(deliveryFilters, state) ?? 'all',
  }
}
