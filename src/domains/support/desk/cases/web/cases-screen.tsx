import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedCase } from '../api.ts'
import { caseFilters, parseCategoryFilter } from '../rules.ts'
import { CaseStatusBadge, DueDay } from './case-status-badge.tsx'
import { type CasesView, casesQuery, choicesQuery } from './queries.ts'

const path = '/operator/cases'

export function load({ send, prefetch, search }: LoadContext) {
  return Promise.all([prefetch(casesQuery(send, viewOf(search))), prefetch(choicesQuery(send))])
}

/** The cases of all customers, late ones first. */
export function CasesScreen() {
  const t = useTranslations('desk-cases')
  const texts = useTranslations('desk-cases.list')
  const view = useListView(viewOf)
  const { data: choices } = useSuspenseQuery(choicesQuery(useSend()))
  const stateName = (state: CasesView['state']) =>
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
            options={caseFilters.map((state) => ({ value: state, label: stateName(state) }))}
          />
          <ListFilter
            name="category"
            label={texts('category')}
            value={view.category}
            any={texts('anyCategory')}
            options={choices.categories.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </>
      }
    >
      <CasesTable view={view} />
    </DeskList>
  )
}

function CasesTable({ view }: { view: CasesView }) {
  const t = useTranslations('desk-cases.list')
  const { data } = useSuspenseQuery(casesQuery(useSend(), view))
  const columns: Column<ListedCase>[] = [
    {
      key: 'subject',
      header: t('subject'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, subject }) => <Link href={`${path}/${id}`}>{subject}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <CaseStatusBadge state={state} />,
    },
    { key: 'number', header: t('number'), isNarrow: true, listPosition: 'note', cell: ({ number }) => number },
    {
      key: 'holder',
      header: t('holder'),
      listPosition: 'second',
      cell: ({ customer, email }) => customer?.name ?? (email ? t('noCustomer', { email }) : '—'),
    },
    { key: 'category', header: t('category'), cell: ({ category }) => category ?? '—' },
    {
      key: 'due',
      header: t('due'),
      listPosition: 'last',
      cell: (row) => <DueDay clock={row.clock} day={row.due_on} />,
    },
    { key: 'assignee', header: t('assignee'), cell: ({ assignee }) => assignee?.name ?? t('nobody') },
  ]
  return <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): CasesView {
  const { state, category = '' } = search
  return {
    ...listViewOf(search),
    state: matchValue(caseFilters, state) ?? 'open',
    category: parseCategoryFilter(category) ? category : '',
  }
}
