import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RoleButton } from '#desks/common/web/role-button.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadPayment, ReadRefund } from '../api.ts'
import { paymentRoles } from '../roles.ts'
import { SettleDialog } from './settle-dialog.tsx'
import { RefundStanding } from './standing.tsx'

/** What has been given back of a payment, or was to be. */
export function Refunds({ payment: { refunds, refundable, state } }: { payment: ReadPayment }) {
  const t = useTranslations('desk-payments.refunds')
  const locale = useLocale()
  const [unclear, setUnclear] = useState<ReadRefund | null>(null)
  const money = (euros: number) => formatMoney(Math.round(euros * 100), locale)
  if (state !== 'succeeded' && !refunds.length) return null
  const columns: Column<ReadRefund>[] = [
    {
      key: 'at',
      header: t('ordered'),
      kind: 'name',
      place: 'title',
      cell: ({ ordered_at: at }) => formatInstant(new Date(at), locale),
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <RefundStanding state={state} /> },
    { key: 'reason', header: t('reason'), place: 'second', cell: ({ reason }) => reason ?? t('byProvider') },
    { key: 'amount', header: t('amount'), kind: 'number', place: 'secondEnd', cell: ({ amount }) => money(amount) },
    {
      key: 'invoice',
      header: t('invoice'),
      place: 'note',
      cell: ({ is_owed_again: isOwedAgain }) => t(isOwedAgain ? 'owedAgain' : 'notOwed'),
    },
    { key: 'by', header: t('by'), cell: ({ ordered_by: by }) => by ?? '—' },
    {
      key: 'settle',
      header: t('settle'),
      kind: 'actions',
      place: 'last',
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
      {unclear && <SettleDialog refund={unclear} onClose={() => setUnclear(null)} />}
    </section>
  )
}
