import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer/transfer-button.tsx'
import { useDownload } from '#kit/web/action/use-download.ts'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { sumCents } from '#vocabulary/money.ts'
import { downloadDueDates } from '../../downloads.ts'
import type { InvoiceKind } from '../filters/list-address.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { owedQuery } from '../queries.ts'
import { isAwaitedTransfer, payingItemOf } from './invoice-to-pay.ts'
import { PayButton } from './pay-button.tsx'

/** Shows the owed amount of a kind, with a button to pay the oldest invoice. Renders nothing if nothing is owed. */
export function OwedSummary({ kind, onPay }: { kind: InvoiceKind; onPay: (invoice: InvoiceModel) => void }) {
  const t = useTranslations('invoices.owed')
  const tInvoices = useTranslations('invoices')
  const locale = useLocale()
  const { data: owed } = useSuspenseQuery(owedQuery(useSend(), kind, useBoot()))
  const dueDates = useDownload({ call: downloadDueDates, params: {} })
  if (owed.total === 0) return null
  const owedCents = sumCents(owed.items.map((invoice) => invoice.amountDueCents))
  const oldest = owed.items.findLast((invoice) => invoice.isPayable)
  const awaited = owed.items.findLast(isAwaitedTransfer)
  return (
    <SummaryCard
      isLow
      label={t('title', { count: owed.total })}
      // The sum of only some of them would be wrong.
      figure={owed.items.length === owed.total ? formatMoney(owedCents, locale) : undefined}
      actions={
        <>
          {oldest && (
            <PayButton invoice={oldest} onPay={onPay}>
              {t('pay', {
                month: formatMonth(oldest.month, locale, 'name'),
                amount: formatMoney(payingItemOf(oldest).amountCents, locale),
              })}
            </PayButton>
          )}
          {awaited && <TransferButton item={payingItemOf(awaited)}>{tInvoices('byTransfer')}</TransferButton>}
        </>
      }
    >
      {owed.total > 1 ? t('oneByOne') : t('transferTakesTime')}{' '}
      <a className="small" href={dueDates.href} download>
        {t('calendar')}
      </a>
      {awaited && <AwaitedTransfer item={payingItemOf(awaited)} isNamed={owed.total > 1} />}
    </SummaryCard>
  )
}
