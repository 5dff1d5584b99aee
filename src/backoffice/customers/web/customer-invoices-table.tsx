import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import { useMoney } from '#kit/backoffice/web/use-money.ts'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { Pager } from '#kit/web/list/pager.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatEnergy } from '#vocabulary/format.ts'
import type { CustomerInvoice } from '../api.ts'
import { invoicesQuery } from './queries.ts'

type CustomerInvoicesTableProps = { id: string; contract: string | undefined; offset: number }

/** The invoices of a customer with the billed period, newest first; limited to the contract in the URL, if any. */
export function CustomerInvoicesTable({ id, contract, offset }: CustomerInvoicesTableProps) {
  const t = useTranslations('desk-customers.invoices')
  const columns = useColumns()
  const { data } = useSuspenseQuery(invoicesQuery(useSend(), { id, contract, offset }))
  const path = `/operator/customers/${id}`
  if (!data.total) return <EmptyState title={t('noneTitle')}>{t('noneText')}</EmptyState>

  const contractParam: Record<string, string> = contract ? { contract } : {}
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={(row) => row.id} />
      <Pager
        offset={offset}
        limit={pageSize}
        total={data.total}
        hrefOf={(page) => `${path}?${new URLSearchParams({ ...contractParam, bills: String(page.offset) })}`}
      />
    </>
  )
}

function useColumns(): Column<CustomerInvoice>[] {
  const t = useTranslations('desk-customers.invoices')
  const locale = useLocale()
  const money = useMoney()
  return [
    {
      key: 'number',
      header: t('number'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ number }) => (
        <Link href={`/operator/payments?${new URLSearchParams({ q: number, state: 'all' })}`}>{number}</Link>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      listPosition: 'titleEnd',
      cell: ({ status, is_held: isHeld }) =>
        isHeld ? (
          <Badge tone="warning">{t('held')}</Badge>
        ) : (
          <Badge tone={status === 'unpaid' ? 'negative' : status.startsWith('paid') ? 'positive' : 'plain'}>
            {t(`statuses.${status}`)}
          </Badge>
        ),
    },
    { key: 'issued', header: t('issued'), listPosition: 'second', cell: (row) => formatDay(row.issued_on, locale) },
    {
      key: 'period',
      header: t('period'),
      listPosition: 'note',
      cell: (row) => `${formatDay(row.starts_on, locale)} – ${formatDay(row.ends_on, locale)}`,
    },
    { key: 'contract', header: t('contract'), listPosition: 'note', cell: (row) => row.contract },
    {
      key: 'use',
      header: t('use'),
      kind: 'number',
      listPosition: 'last',
      cell: (row) => formatEnergy(row.energy_wh, locale),
    },
    { key: 'amount', header: t('amount'), kind: 'number', listPosition: 'secondEnd', cell: (row) => money(row.amount) },
    {
      key: 'pending',
      header: t('pending'),
      kind: 'number',
      cell: ({ pending }) => (pending ? money(pending) : '—'),
    },
  ]
}
