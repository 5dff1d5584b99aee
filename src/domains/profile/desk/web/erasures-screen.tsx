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
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedErasure } from '../api.ts'
import { erasureFilters } from '../rules.ts'
import { ErasureStateBadge } from './erasure-state-badge.tsx'
import { type ErasuresView, erasuresQuery } from './queries.ts'

const path = '/operator/erasures'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(erasuresQuery(send, viewOf(search)))
}

/** The erasure requests, by response deadline. */
export function ErasuresScreen() {
  const t = useTranslations('desk-profile')
  const texts = useTranslations('desk-profile.list')
  const view = useListView(viewOf)
  const stateName = (state: ErasuresView['state']) =>
    state === 'open' || state === 'all' ? texts(state) : t(`states.${state}`)
  return (
    <DeskList
      {...{ path, view, texts }}
      filters={
        <ListFilter
          name="state"
          label={texts('state')}
          value={view.state}
          options={erasureFilters.map((state) => ({ value: state, label: stateName(state) }))}
        />
      }
    >
      <ErasuresTable view={view} />
    </DeskList>
  )
}

function ErasuresTable({ view }: { view: ErasuresView }) {
  const texts = useTranslations('desk-profile.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(erasuresQuery(useSend(), view))
  const columns: Column<ListedErasure>[] = [
    {
      key: 'number',
      header: texts('number'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id }) => <Link href={`${path}/${id}`}>{id}</Link>,
    },
    {
      key: 'state',
      header: texts('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <ErasureStateBadge state={state} />,
    },
    { key: 'who', header: texts('who'), listPosition: 'second', cell: ({ name }) => name ?? texts('erased') },
    { key: 'asked', header: texts('asked'), cell: (row) => formatInstant(new Date(row.requested_at), locale) },
    {
      key: 'answerBy',
      header: texts('answerBy'),
      listPosition: 'last',
      cell: (row) => formatDay(row.answer_by, locale),
    },
  ]
  return <ListTable {...{ path, view, texts, columns }} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): ErasuresView {
  return { ...listViewOf(search), state: matchValue(erasureFilters, search.state) ?? 'open' }
}
