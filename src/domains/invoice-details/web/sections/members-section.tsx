import { useLocale, useTranslations } from 'use-intl'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { centsOf } from '../cents.ts'
import type { MemberInvoice } from '../shown-invoice.ts'

/** Shows the invoices that a multipoint invoice is made of, each with its own page. */
export function MembersSection({ members }: { members: readonly MemberInvoice[] }) {
  const t = useTranslations('invoice-details.bill')
  const locale = useLocale()
  const columns: Column<MemberInvoice>[] = [
    {
      key: 'invoice',
      header: t('columns.invoice'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ number }) => <Link href={invoiceAddress(number)}>{number}</Link>,
    },
    { key: 'address', header: t('columns.address'), listPosition: 'second', cell: (row) => row.full_address },
    {
      key: 'energy',
      header: t('columns.energy'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ energy }) => formatEnergy(Math.round(energy * 1000), locale),
    },
    {
      key: 'amount',
      header: t('columns.amount'),
      kind: 'number',
      listPosition: 'titleEnd',
      cell: (row) => formatMoney(centsOf(row.amount_total), locale),
    },
  ]
  return (
    <section className="stack" aria-labelledby="points">
      <h2 id="points">{t('points')}</h2>
      <Table caption={t('points')} columns={columns} rows={members} rowKey={({ number }) => number} />
    </section>
  )
}
