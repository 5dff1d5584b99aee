import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CustomerMatch } from '#domains/customers/customer-match.ts'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { type ListView, listViewOf, useListView } from '#kit/backoffice/web/list-view.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { customerSearchQuery } from './queries.ts'

const path = '/operator/customers'

export async function load({ send, prefetch, search }: LoadContext) {
  const view = listViewOf(search)
  if (isLongEnough(view.q)) await prefetch(customerSearchQuery(send, view))
}

/** The search for customers by any known identifier. */
export function CustomersScreen() {
  const t = useTranslations('desk-customers.search')
  const view = useListView(listViewOf)
  return (
    <DeskList {...{ path, view }} texts={t} hint={t('hint')}>
      {isLongEnough(view.q) ? (
        <CustomersTable view={view} />
      ) : (
        view.q && <EmptyState title={t('shortTitle')}>{t('shortWords')}</EmptyState>
      )}
    </DeskList>
  )
}

function CustomersTable({ view }: { view: ListView }) {
  const t = useTranslations('desk-customers.search')
  const { data } = useSuspenseQuery(customerSearchQuery(useSend(), view))
  const columns: Column<CustomerMatch>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name}</Link>,
    },
    {
      key: 'taxId',
      header: t('taxId'),
      listPosition: 'second',
      cell: ({ tax_id: taxId, is_claim: isClaim }) => (isClaim ? t('claimedTaxId', { taxId }) : taxId),
    },
    { key: 'email', header: t('email'), listPosition: 'note', cell: ({ email }) => email ?? '—' },
    {
      key: 'contracts',
      header: t('contracts'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: ({ contracts }) => contracts,
    },
    {
      key: 'found',
      header: t('foundBy'),
      listPosition: 'last',
      cell: (row) => t(`ways.${row.found_by}`, { found: row.found }),
    },
  ]
  return <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
}

// Two letters match half of the customers, one would match nearly all.
function isLongEnough(q: string): boolean {
  return q.length >= 2
}
