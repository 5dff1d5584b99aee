import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import { useMoney } from '#desks/common/web/use-money.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Link } from '#kit/web/link.tsx'
import { Pager } from '#kit/web/pager.tsx'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatDay, formatEnergy } from '#vocabulary/format.ts'
import type { CustomerInvoice } from '../api.ts'
import { invoicesQuery } from './queries.ts'

type InvoicesProps = { id: string; contract: string | undefined; offset: number }

/** The bills of a customer with what they billed, the last one first; of one contract where the address names it. */
export function Invoices({ id, contract, offset }: InvoicesProps) {
  const t = useTranslations('desk-customers.invoices')
  const locale = useLocale()
  const money = useMoney()
  const { data } = useSuspenseQuery(invoicesQuery(useSend(), { id, contract, offset }))
  const path = `/operator/customers/${id}`
  if (!data.total) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>

  const columns: Column<CustomerInvoice>[] = [
    {
      key: 'number',
      header: t('number'),
      kind: 'name',
      place: 'title',
      cell: ({ number }) => (
        <Link href={`/operator/payments?${new URLSearchParams({ q: number, state: 'all' })}`}>{number}</Link>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      place: 'titleEnd',
      cell: ({ status }) => (
        <Chip tone={status === 'unpaid' ? 'negative' : status.startsWith('paid') ? 'positive' : 'plain'}>
          {t(`statuses.${status}`)}
        </Chip>
      ),
    },
    { key: 'issued', header: t('issued'), place: 'second', cell: (row) => formatDay(row.issued_on, locale) },
    {
      key: 'period',
      header: t('period'),
      place: 'note',
      cell: (row) => `${formatDay(row.starts_on, locale)} – ${formatDay(row.ends_on, locale)}`,
    },
    { key: 'contract', header: t('contract'), place: 'note', cell: (row) => row.contract },
    { key: 'use', header: t('use'), kind: 'number', place: 'last', cell: (row) => formatEnergy(row.energy_wh, locale) },
    { key: 'amount', header: t('amount'), kind: 'number', place: 'secondEnd', cell: (row) => money(row.amount) },
    {
      key: 'pending',
      header: t('pending'),
      kind: 'number',
      cell: ({ pending }) => (pending ? money(pending) : '—'),
    },
  ]
  const only: Record<string, string> = contract ? { contract } : {}
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={(row) => row.id} />
      <Pager
        offset={offset}
        limit={pageSize}
        total={data.total}
        hrefOf={(page) => `${path}?${new URLSearchParams({ ...only, bills: String(page.offset) })}`}
      />
    </>
  )
}
