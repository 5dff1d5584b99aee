import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { FoundCustomer } from '../api.ts'
import { searchQuery } from './queries.ts'

const path = '/operator/customers'

export async function load({ send, prefetch, search }: LoadContext) {
  const { q, offset } = viewOf(search)
  if (isLongEnough(q)) await prefetch(searchQuery(send, { q, offset }))
}

/** Where an operator finds a customer, whatever they know of them. */
export function CustomersScreen() {
  const t = useTranslations('desk-customers.search')
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <h1>{t('title')}</h1>
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path} />
      {isLongEnough(view.q) ? (
        <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={`${view.q} ${view.offset}`}>
          <Found {...view} />
        </Retryable>
      ) : (
        view.q && <Empty title={t('shortTitle')}>{t('shortWords')}</Empty>
      )}
    </>
  )
}

function Found({ q, offset }: { q: string; offset: number }) {
  const t = useTranslations('desk-customers.search')
  const send = useSend()
  const { data } = useSuspenseQuery(searchQuery(send, { q, offset }))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  const columns: Column<FoundCustomer>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name}</Link>,
    },
    { key: 'taxId', header: t('taxId'), place: 'second', cell: ({ tax_id: taxId }) => taxId },
    { key: 'email', header: t('email'), place: 'note', cell: ({ email }) => email ?? '—' },
    { key: 'contracts', header: t('contracts'), kind: 'number', place: 'titleEnd', cell: ({ contracts }) => contracts },
    {
      key: 'found',
      header: t('foundBy'),
      place: 'last',
      cell: (row) => t(`ways.${row.found_by}`, { found: row.found }),
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search) {
  return { q: search.q?.trim() ?? '', offset: offsetOf(search) }
}

// Two letters find half of the customers, one all of them.
function isLongEnough(q: string): boolean {
  return q.length >= 2
}
