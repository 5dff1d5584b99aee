import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { InvoiceStatus } from '#domains/invoices/rules.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer/transfer-button.tsx'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { formatDay, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { invoiceMonth, namedMonth, sentenceCase } from '../rules.ts'
import { type DueInvoices, dueInvoicesAddress } from './listed-invoices.ts'

type DueInvoicesCardProps = {
  due: DueInvoices
  newest: InvoiceModel
  drawing: ReactNode
}

const phrases: Partial<Record<InvoiceStatus, 'restOf' | 'partOf'>> = { partly_paid: 'restOf', in_parts: 'partOf' }

/** Shows the total due: how much, which months, until when, and what will be charged automatically. */
export function DueInvoicesCard({ due, newest, drawing }: DueInvoicesCardProps) {
  const t = useTranslations('home.summaryCard')
  const locale = useLocale()
  const { listed: invoices, count, totalCents } = due
  const dueDays = invoices.flatMap(({ invoice }) => (invoice.status === 'waiting_for_transfer' && invoice.dueOn) || [])
  // An invoice that awaits a transfer comes first.
  const awaited = invoices.find(({ invoice }) => isAwaitedTransfer(invoice))
  const transferable = awaited ?? invoices.find(({ invoice }) => invoice.isTransferable)
  const parts = invoices.map(({ invoice }) =>
    t(phrases[invoice.status ?? 'unpaid'] ?? 'wholeOf', {
      month: formatMonth(namedMonth(invoice), locale, 'name'),
      amount: formatMoney(invoice.amountDueCents, locale),
      day: formatDay(invoice.dueOn, locale),
    }),
  )
  const [first = '', second = ''] = parts
  return (
    <SummaryCard
      label={t('owed')}
      figure={totalCents === null ? undefined : formatMoney(totalCents, locale)}
      drawing={drawing}
      actions={
        <>
          <ButtonLink href={dueInvoicesAddress(due)}>
            {invoices.some(({ invoice }) => invoice.isPayable) ? t('seeAndPay') : t('see', { count })}
          </ButtonLink>
          {transferable && <TransferButton item={payingItemOf(transferable.invoice)}>{t('byTransfer')}</TransferButton>}
        </>
      }
    >
      {sentenceCase(count === 1 ? t('one', { first }) : t('several', { first, second, more: count - 2 }))}
      {dueDays.length === count && (
        <>
          {' '}
          {t.rich('statuses.waiting_for_transfer', {
            day: formatDay(dueDays.sort()[0]!, locale),
            b: (chunks) => <b>{chunks}</b>,
          })}
        </>
      )}
      {newest.status === 'will_be_charged' && newest.dueOn && (
        <>
          {' '}
          {t('nextCharged', {
            month: formatMonth(invoiceMonth(newest), locale, 'name'),
            day: formatDay(newest.dueOn, locale),
          })}
        </>
      )}
      {awaited && <AwaitedTransfer item={payingItemOf(awaited.invoice)} isNamed={count > 1} />}
    </SummaryCard>
  )
}
