import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { caseStates } from '#domains/support/rules.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  const { data: choices } = useSuspenseQuery(choicesQuery(useSend()))
  return (
    <>
      <h1>{t('list.title')}</h1>
      <SearchBox label={t('list.label')} hint={t('list.hint')} submit={t('list.find')} value={view.q} path={path}>
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('list.state')}
          width="fit"
          defaultValue={view.state}
          options={[
            { value: 'open', label: t('list.open') },
            ...caseStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
            { value: 'all', label: t('list.all') },
          ]}
        />
        <NativeSelect
          key={`category ${view.category}`}
          name="category"
          label={t('list.category')}
          width="fit"
          defaultValue={view.category}
          options={[
            { value: '', label: t('list.anyCategory') },
            ...choices.categories.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      </SearchBox>
      <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: CasesView }) {
  const t = useTranslations('desk-cases.list')
  const { data } = useSuspenseQuery(casesQuery(useSend(), view))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
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
  const { q, state, category, offset } = view
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q, state, category }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): CasesView {
  const { q = '', state, category = '' } = search
  return {
    q: q.trim(),
    state: caseFilters.find((each) => each === state) ?? 'open',
    category: readCategory(category) ? category : '',
    offset: offsetOf(search),
  }
}
