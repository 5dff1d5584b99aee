import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { QueuedChange } from '../api.ts'
import { kindName, namedKinds, requestFilters } from '../rules.ts'
import { type RequestsView, requestsQuery } from './queries.ts'
import { Standing } from './standing.tsx'

const path = '/operator/requests'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(requestsQuery(send, viewOf(search)))
}

/** What customers have asked to be changed, in the order in which it is to be worked off. */
export function RequestsScreen() {
  const t = useTranslations('desk-requests')
  const words = useTranslations('desk-requests.list')
  const view = useListView(viewOf)
  const stateName = (state: RequestsView['state']) =>
    state === 'open' || state === 'all' ? words(state) : t(`states.${state}`)
  return (
    <DeskList
      {...{ path, view, words }}
      hint={words('hint')}
      filters={
        <>
          <ListFilter
            name="state"
            label={words('state')}
            value={view.state}
            options={requestFilters.map((state) => ({ value: state, label: stateName(state) }))}
          />
          <ListFilter
            name="kind"
            label={words('kind')}
            value={view.kind}
            any={words('anyKind')}
            options={namedKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </>
      }
    >
      <Found view={view} />
    </DeskList>
  )
}

function Found({ view }: { view: RequestsView }) {
  const t = useTranslations('desk-requests')
  const words = useTranslations('desk-requests.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(requestsQuery(useSend(), view))
  const columns: Column<QueuedChange>[] = [
    {
      key: 'kind',
      header: words('kind'),
      kind: 'name',
      place: 'title',
      cell: ({ id, kind }) => <Link href={`${path}/${id}`}>{t(`kinds.${kindName(kind)}`)}</Link>,
    },
    { key: 'state', header: words('state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'number', header: words('number'), isNarrow: true, place: 'note', cell: ({ id }) => id },
    { key: 'holder', header: words('holder'), place: 'second', cell: ({ customer }) => customer.name },
    { key: 'contract', header: words('contract'), place: 'secondEnd', cell: ({ contract }) => contract },
    { key: 'asked', header: words('asked'), cell: (row) => formatInstant(new Date(row.requested_at), locale) },
    {
      key: 'moved',
      header: words('moved'),
      place: 'last',
      cell: (row) => formatInstant(new Date(row.updated_at), locale),
    },
  ]
  return <ListTable {...{ path, view, words, columns }} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): RequestsView {
  return {
    ...listViewOf(search),
    state: namedOf(requestFilters, search.state) ?? 'open',
    kind: namedOf(namedKinds, search.kind) ?? '',
  }
}
