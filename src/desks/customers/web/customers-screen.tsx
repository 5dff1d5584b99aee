import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { type ListView, listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import type { FoundCustomer } from '../api.ts'
import { searchQuery } from './queries.ts'

const path = '/operator/customers'

export async function load({ send, prefetch, search }: LoadContext) {
  const view = listViewOf(search)
  if (isLongEnough(view.q)) await prefetch(searchQuery(send, view))
}

/** Where an operator finds a customer, whatever they know of them. */
export function CustomersScreen() {
  const t = useTranslations('desk-customers.search')
  const view = useListView(listViewOf)
  return (
    <DeskList {...{ path, view }} words={t} hint={t('hint')}>
      {isLongEnough(view.q) ? (
        <Found view={view} />
      ) : (
        view.q && <Empty title={t('shortTitle')}>{t('shortWords')}</Empty>
      )}
    </DeskList>
  )
}

function Found({ view }: { view: ListView }) {
  const t = useTranslations('desk-customers.search')
  const { data } = useSuspenseQuery(searchQuery(useSend(), view))
  const columns: Column<FoundCustomer>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name}</Link>,
    },
    {
      key: 'taxId',
      header: t('taxId'),
      place: 'second',
      cell: ({ tax_id: taxId, is_claim: isClaim }) => (isClaim ? t('claimedTaxId', { taxId }) : taxId),
    },
    { key: 'email', header: t('email'), place: 'note', cell: ({ email }) => email ?? '—' },
    { key: 'contracts', header: t('contracts'), kind: 'number', place: 'titleEnd', cell: ({ contracts }) => contracts },
    {
      key: 'found',
      header: t('foundBy'),
      place: 'last',
      cell: (row) => t(`ways.${row.found_by}`, { found: row.found }),
    },
  ]
  return <ListTable {...{ path, view, columns }} words={t} found={data} rowKey={({ id }) => id} />
}

// Two letters find half of the customers, one all of them.
function isLongEnough(q: string): boolean {
  return q.length >= 2
}
