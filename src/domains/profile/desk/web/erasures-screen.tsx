import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import type { Send } from '#kit/web/send.ts'
import { erasureFilters } from '../rules.ts'
import { ErasureStateBadge } from './erasure-state-badge.tsx'
import { erasuresQuery } from './queries.ts'

// The form has a search field, but the call takes no search text.
type ErasuresView = Parameters<typeof erasuresQuery>[1] & { q: string }

/** The erasure requests, by response deadline. */
const erasuresPage = listPage({
  path: '/operator/erasures',
  texts: 'desk-profile',
  list: 'list',
  query: (send: Send, { q: _, ...view }: ErasuresView) => erasuresQuery(send, view),
  filters: {
    state: {
      label: 'list.state',
      values: erasureFilters,
      initial: 'open',
      nameOf: (state, t) => (state === 'open' || state === 'all' ? t(`list.${state}`) : t(`states.${state}`)),
    },
  },
  columns: [
    { header: 'list.number', kind: 'name', listPosition: 'title', cell: ({ id }) => id },
    { header: 'list.state', listPosition: 'titleEnd', cell: ({ state }) => <ErasureStateBadge state={state} /> },
    { header: 'list.who', listPosition: 'second', cell: ({ name }, { t }) => name ?? t('list.erased') },
    { header: 'list.asked', cell: (row, { instant }) => instant(row.requested_at) },
    { header: 'list.answerBy', listPosition: 'last', cell: (row, { day }) => day(row.answer_by) },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/erasures/${id}`,
})

export const load = loadListPage(erasuresPage)

export function ErasuresScreen() {
  return <ListPageView page={erasuresPage} />
}
