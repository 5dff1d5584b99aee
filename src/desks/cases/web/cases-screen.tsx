import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import type { ListedCase } from '../api.ts'
import { caseFilters, readCategory } from '../rules.ts'
import { type CasesView, casesQuery, choicesQuery } from './queries.ts'
import { Due, Standing } from './standing.tsx'

const path = '/operator/cases'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(casesQuery(send, viewOf(search))), prefetch(choicesQuery(send))])
}

/** What all customers have written, the late first. */
export function CasesScreen() {
  const t = useTranslations('desk-cases')
  const words = useTranslations('desk-cases.list')
  const view = useListView(viewOf)
  const { data: choices } = useSuspenseQuery(choicesQuery(useSend()))
  const stateName = (state: CasesView['state']) =>
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
            options={caseFilters.map((state) => ({ value: state, label: stateName(state) }))}
          />
          <ListFilter
            name="category"
            label={words('category')}
            value={view.category}
            any={words('anyCategory')}
            options={choices.categories.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </>
      }
    >
      <Found view={view} />
    </DeskList>
  )
}

function Found({ view }: { view: CasesView }) {
  const t = useTranslations('desk-cases.list')
  const { data } = useSuspenseQuery(casesQuery(useSend(), view))
  const columns: Column<ListedCase>[] = [
    {
      key: 'subject',
      header: t('subject'),
      kind: 'name',
      place: 'title',
      cell: ({ id, subject }) => <Link href={`${path}/${id}`}>{subject}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    { key: 'number', header: t('number'), isNarrow: true, place: 'note', cell: ({ number }) => number },
    {
      key: 'holder',
      header: t('holder'),
      place: 'second',
      cell: ({ customer, email }) => customer?.name ?? (email ? t('noCustomer', { email }) : '—'),
    },
    { key: 'category', header: t('category'), cell: ({ category }) => category ?? '—' },
    { key: 'due', header: t('due'), place: 'last', cell: (row) => <Due clock={row.clock} day={row.due_on} /> },
    { key: 'assignee', header: t('assignee'), cell: ({ assignee }) => assignee?.name ?? t('nobody') },
  ]
  return <ListTable {...{ path, view, columns }} words={t} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): CasesView {
  const { state, category = '' } = search
  return {
    ...listViewOf(search),
    state: namedOf(caseFilters, state) ?? 'open',
    category: readCategory(category) ? category : '',
  }
}
