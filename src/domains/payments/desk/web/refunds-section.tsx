import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#kit/backoffice/web/role-button.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentDetails, RefundDetails } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { RefundStatusBadge } from './payment-status-badge.tsx'
import { SettleRefundDialog } from './settle-refund-dialog.tsx'

/** The refunds of a payment, made or attempted. */
export function RefundsSection({ payment: { refunds, refundable, state } }: { payment: PaymentDetails }) {
  const t = useTranslations('desk-payments.refunds')
  const locale = useLocale()
  const [unclear, setUnclear] = useState<RefundDetails | null>(null)
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  if (state !== 'succeeded' && !refunds.length) return null
  const columns: Column<RefundDetails>[] = [
    {
      key: 'at',
      header: t('ordered'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ ordered_at: at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <RefundStatusBadge state={state} />,
    },
    { key: 'reason', header: t('reason'), listPosition: 'second', cell: ({ reason }) => reason ?? t('byProvider') },
    {
      key: 'amount',
      header: t('amount'),
      kind: 'number',
      listPosition: 'secondEnd',
      cell: ({ amount }) => money(amount),
    },
    {
      key: 'invoice',
      header: t('invoice'),
      listPosition: 'note',
      cell: ({ is_owed_again: isOwedAgain }) => t(isOwedAgain ? 'owedAgain' : 'notOwed'),
    },
    { key: 'by', header: t('by'), cell: ({ ordered_by: by }) => by ?? '—' },
    {
      key: 'settle',
      header: t('settle'),
      kind: 'actions',
      listPosition: 'last',
      cell: (refund) =>
        refund.state === 'unknown' && (
          <RoleButton roles={paymentRoles} variant="second" isSmall onClick={() => setUnclear(refund)}>
            {t('settle')}
          </RoleButton>
        ),
    },
  ]
  return (
    <section className="stack" aria-labelledby="refunds-title">
      <h2 id="refunds-title">{t('title')}</h2>
      {refunds.length > 0 && <Table caption={t('caption')} columns={columns} rows={refunds} rowKey={({ id }) => id} />}
      <p className="soft">{refundable > 0 ? t('left', { amount: money(refundable) }) : t('nothingLeft')}</p>
      {unclear && <SettleRefundDialog refund={unclear} onClose={() => setUnclear(null)} />}
    </section>
  )
}
