import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { endpointsQuery } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'
import { EndpointStatusBadge } from './webhook-status-badges.tsx'

const EndpointDialog = lazyPart(async () => (await import('./endpoint-dialog.tsx')).EndpointDialog)

/** The webhook endpoints and their delivery statistics. */
const endpointsPage = listPage({
  path: '/operator/webhooks',
  texts: 'desk-webhooks.list',
  query: endpointsQuery,
  hasSearch: false,
  hasPages: false,
  useControls: () => useOpenDialog<'new'>(),
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open('new')}>
      {t('add')}
    </Button>
  ),
  columns: [
    { header: 'endpoint', kind: 'name', listPosition: 'title', cell: ({ url }) => shortenUrl(url) },
    { header: 'state', listPosition: 'titleEnd', cell: ({ off }) => <EndpointStatusBadge off={off} /> },
    { header: 'description', listPosition: 'second', cell: ({ description }) => description || '—' },
    {
      header: 'events',
      listPosition: 'note',
      cell: ({ event_types: types }, { t }) => (types ? t('someEvents', { count: types.length }) : t('allEvents')),
    },
    { header: 'waiting', kind: 'number', cell: ({ waiting }) => waiting },
    { header: 'failed', kind: 'number', cell: ({ failed }) => failed },
    {
      header: 'lastDelivered',
      listPosition: 'last',
      cell: ({ last_delivered_at: last }, { t, instant }) => (last ? instant(last) : t('never')),
    },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/webhooks/${id}`,
  below: ({ t }) => (
    <p>
      <Link href="/operator/webhooks/deliveries">{t('deliveries')}</Link>
    </p>
  ),
  dialog: ({ controls }) => controls.edit && <EndpointDialog onClose={controls.close} />,
})

export const load = loadListPage(endpointsPage)

export function EndpointsScreen() {
  return <ListPageView page={endpointsPage} />
}
