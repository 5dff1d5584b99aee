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
import { formatDay } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedErasure } from '../api.ts'
import { erasureFilters } from '../rules.ts'
import { ErasureState } from './erasure-state.tsx'
import { type ErasuresView, erasuresQuery } from './queries.ts'

const path = '/operator/erasures'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(erasuresQuery(send, viewOf(search)))
}

/** Requests of erasure, in the order in which they have to be answered. */
export function ErasuresScreen() {
  const t = useTranslations('desk-erasures')
  const words = useTranslations('desk-erasures.list')
  const view = useListView(viewOf)
  const stateName = (state: ErasuresView['state']) =>
    state === 'open' || state === 'all' ? words(state) : t(`states.${state}`)
  return (
    <DeskList
      {...{ path, view, words }}
      filters={
        <ListFilter
          name="state"
          label={words('state')}
          value={view.state}
          options={erasureFilters.map((state) => ({ value: state, label: stateName(state) }))}
        />
      }
    >
      <Requests view={view} />
    </DeskList>
  )
}

function Requests({ view }: { view: ErasuresView }) {
  const words = useTranslations('desk-erasures.list')
  const locale = useLocale()
  const { data } = useSuspenseQuery(erasuresQuery(useSend(), view))
  const columns: Column<ListedErasure>[] = [
    {
      key: 'number',
      header: words('number'),
      kind: 'name',
      place: 'title',
      cell: ({ id }) => <Link href={`${path}/${id}`}>{id}</Link>,
    },
    { key: 'state', header: words('state'), place: 'titleEnd', cell: ({ state }) => <ErasureState state={state} /> },
    { key: 'who', header: words('who'), place: 'second', cell: ({ name }) => name ?? words('erased') },
    { key: 'asked', header: words('asked'), cell: (row) => formatInstant(new Date(row.requested_at), locale) },
    {
      key: 'answerBy',
      header: words('answerBy'),
      place: 'last',
      cell: (row) => formatDay(row.answer_by, locale),
    },
  ]
  return <ListTable {...{ path, view, words, columns }} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): ErasuresView {
  return { ...listViewOf(search), state: namedOf(erasureFilters, search.state) ?? 'open' }
}
