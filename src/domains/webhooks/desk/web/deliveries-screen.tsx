import { useSuspenseQuery } from '@tanstack/react-query'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { parseId } from '#kit/parse-id.ts'
import { useSend } from '#kit/web/portal.ts'
import { deliveryFilters } from '../rules.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import { deliveriesQuery, endpointsQuery } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'

/** The deliveries to all endpoints with their results. */
const deliveriesPage = listPage({
  path: '/operator/webhooks/deliveries',
  texts: 'desk-webhooks',
  list: 'deliveries',
  keys: { failedText: 'list.failedText' },
  back: { href: '/operator/webhooks', label: 'endpoint.back' },
  query: deliveriesQuery,
  otherQueries: [endpointsQuery],
  filters: {
    endpoint: {
      label: 'deliveries.endpoint',
      any: 'deliveries.anyEndpoint',
      useOptions: useEndpointOptions,
      parse: parseId,
    },
    state: {
      label: 'deliveries.state',
      values: deliveryFilters,
      initial: 'all',
      nameOf: (state, t) => t(`states.${state}`),
    },
  },
  Rows: DeliveriesTable,
})

export const load = loadListPage(deliveriesPage)

export function DeliveriesScreen() {
  return <ListPageView page={deliveriesPage} />
}

function useEndpointOptions() {
  const { data: endpoints } = useSuspenseQuery(endpointsQuery(useSend()))
  return endpoints.map(({ id, url }) => ({ value: String(id), label: shortenUrl(url) }))
}
