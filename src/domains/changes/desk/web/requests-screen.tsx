import { maxMatchingCustomers } from '#kit/backoffice/list-limits.ts'
import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { changeKindName, changeRequestFilters, namedChangeKinds } from '../rules.ts'
import { ChangeRequestStatusBadge } from './change-request-status-badge.tsx'
import { changeRequestsQuery } from './queries.ts'

/** The changes requested by customers, in processing order. */
const changeRequestsPage = listPage({
  path: '/operator/requests',
  texts: 'desk-changes',
  list: 'list',
  maxMatches: maxMatchingCustomers,
  query: changeRequestsQuery,
  filters: {
    state: {
      label: 'list.state',
      values: changeRequestFilters,
      initial: 'open',
      nameOf: (state, t) => (state === 'open' || state === 'all' ? t(`list.${state}`) : t(`states.${state}`)),
    },
    kind: {
      label: 'list.kind',
      any: 'list.anyKind',
      values: namedChangeKinds,
      nameOf: (kind, t) => t(`kinds.${kind}`),
    },
  },
  columns: [
    {
      header: 'list.kind',
      kind: 'name',
      listPosition: 'title',
      cell: ({ kind }, { t }) => t(`kinds.${changeKindName(kind)}`),
    },
    {
      header: 'list.state',
      listPosition: 'titleEnd',
      cell: ({ state }) => <ChangeRequestStatusBadge state={state} />,
    },
    { header: 'list.number', isNarrow: true, listPosition: 'note', cell: ({ id }) => id },
    { header: 'list.holder', listPosition: 'second', cell: ({ customer }) => customer.name },
    { header: 'list.contract', listPosition: 'secondEnd', cell: ({ contract }) => contract },
    { header: 'list.asked', cell: (row, { instant }) => instant(row.requested_at) },
    { header: 'list.moved', listPosition: 'last', cell: (row, { instant }) => instant(row.updated_at) },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/requests/${id}`,
})

export const load = loadListPage(changeRequestsPage)

export function RequestsScreen() {
  return <ListPageView page={changeRequestsPage} />
}
