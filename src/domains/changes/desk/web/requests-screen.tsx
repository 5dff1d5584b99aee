import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedChangeRequest } from '../api.ts'
import { changeKindName, changeRequestFilters, namedChangeKinds } from '../rules.ts'
import { ChangeRequestStatusBadge } from './change-request-status-badge.tsx'
import { type ChangeRequestsView, changeRequestsQuery } from './queries.ts'

const path = '/operator/requests'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(changeRequestsQuery(send, viewOf(search)))
}

/** The changes requested by customers, in processing order. */
export function RequestsScreen() {
  const t = useTranslations('desk-changes')
  const texts = useTranslations('desk-changes.list')
  const view = useListView(viewOf)
  const stateName = (state: ChangeRequestsView['state']) =>
    state === 'open' || state === 'all' ? texts(state) : t(`states.${state}`)
  return (
    <DeskList
      {...{ path, view, texts }}
      hint={texts('hint')}
      filters={
        <>
          <ListFilter
            name="state"
            label={texts('state')}
            value={view.state}
            options={changeRequestFilters.map((state) => ({ value: state, label: stateName(state) }))}
          />
          <ListFilter
            name="kind"
            label={texts('kind')}
            value={view.kind}
            any={texts('anyKind')}
            options={namedChangeKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </>
      }
    >
      <ChangeRequestsTable view={view} />
    </DeskList>
  )
}

function ChangeRequestsTable({ view }: { view: ChangeRequestsView }) {
  const t = useTranslations('desk-changes')
  const texts = useTranslations('desk-changes.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(changeRequestsQuery(useSend(), view))
  const columns: Column<ListedChangeRequest>[] = [
    {
      key: 'kind',
      header: texts('kind'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, kind }) => <Link href={`${path}/${id}`}>{t(`kinds.${changeKindName(kind)}`)}</Link>,
    },
    {
      key: 'state',
      header: texts('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <ChangeRequestStatusBadge state={state} />,
    },
    { key: 'number', header: texts('number'), isNarrow: true, listPosition: 'note', cell: ({ id }) => id },
    { key: 'holder', header: texts('holder'), listPosition: 'second', cell: ({ customer }) => customer.name },
    { key: 'contract', header: texts('contract'), listPosition: 'secondEnd', cell: ({ contract }) => contract },
    { key: 'asked', header: texts('asked'), cell: (row) => formatInstant(new Date(row.requested_at), locale) },
    {
      key: 'moved',
      header: texts('moved'),
      listPosition: 'last',
      cell: (row) => formatInstant(new Date(row.updated_at), locale),
    },
  ]
  return <ListTable {...{ path, view, texts, columns }} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): ChangeRequestsView {
  return {
    ...listViewOf(search),
    state: matchValue(changeRequestFilters, search.state) ?? 'open',
    kind: matchValue(namedChangeKinds, search.kind) ?? '',
  }
}
