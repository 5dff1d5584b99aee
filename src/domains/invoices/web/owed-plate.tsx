import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer-button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { useDownload } from '#kit/web/use-download.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { sumCents } from '#vocabulary/money.ts'
import { downloadDueDates } from '../downloads.ts'
import { isAwaitedTransfer, payingItemOf } from './invoice-to-pay.ts'
import type { InvoiceKind } from './list-address.ts'
import { PayButton } from './pay-button.tsx'
import { owedQuery } from './queries.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** What is owed of a kind, with the oldest to be paid first; nothing when nothing is. */
export function OwedPlate({ kind, onPay }: { kind: InvoiceKind; onPay: (invoice: ReadInvoice) => void }) {
  const t = useTranslations('invoices.owed')
  const ofList = useTranslations('invoices')
  const locale = useLocale()
  const { data: owed } = useSuspenseQuery(owedQuery(useSend(), kind, useBoot()))
  const dueDates = useDownload({ call: downloadDueDates, params: {} })
  if (owed.total === 0) return null
  const owedCents = sumCents(owed.items.map((invoice) => invoice.amountPendingCents))
  const oldest = owed.items.findLast((invoice) => invoice.isPayable)
  const awaited = owed.items.findLast(isAwaitedTransfer)
  return (
    <Plate
      isLow
      label={t('title', { count: owed.total })}
      // A sum of some of them would be wrong.
      figure={owed.items.length === owed.total ? formatMoney(owedCents, locale) : undefined}
      actions={
        <>
          {oldest && (
            <PayButton invoice={oldest} onPay={onPay}>
              {t('pay', {
                month: formatMonth(oldest.month, locale, 'name'),
                amount: formatMoney(oldest.amountPendingCents, locale),
              })}
            </PayButton>
          )}
          {awaited && <TransferButton item={payingItemOf(awaited)}>{ofList('byTransfer')}</TransferButton>}
        </>
      }
    >
      {owed.total > 1 ? t('oneByOne') : t('transferTakesTime')}{' '}
      <a className="small" href={dueDates.href} download>
        {t('calendar')}
      </a>
      {awaited && <AwaitedTransfer item={payingItemOf(awaited)} isNamed={owed.total > 1} />}
    </Plate>
  )
}
