import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/invoice-to-pay.ts'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer-button.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { formatDay, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { monthOfInvoice, sentenceCase } from '../rules.ts'
import type { DueInvoices } from './listed-invoices.ts'

type OwedPlateProps = {
  due: DueInvoices
  newest: ReadInvoice
  drawing: ReactNode
}

/** What is to be paid in all: how much, which months, until when, and what will be charged by itself. */
export function OwedPlate({ due, newest, drawing }: OwedPlateProps) {
  const t = useTranslations('home.plate')
  const locale = useLocale()
  const { listed: owed, count, totalCents } = due
  const dueDays = owed.flatMap(({ invoice }) => (invoice.standing === 'waiting_for_transfer' && invoice.dueOn) || [])
  // What waits for one comes first.
  const awaited = owed.find(({ invoice }) => isAwaitedTransfer(invoice))
  const transferable = awaited ?? owed.find(({ invoice }) => invoice.isTransferable)
  const parts = owed.map(({ invoice }) =>
    t(invoice.standing === 'partly_paid' ? 'restOf' : 'wholeOf', {
      month: formatMonth(monthOfInvoice(invoice), locale, 'name'),
      amount: formatMoney(invoice.amountPendingCents, locale),
    }),
  )
  const [first = '', second = ''] = parts
  return (
    <Plate
      label={t('owed')}
      figure={totalCents === null ? undefined : formatMoney(totalCents, locale)}
      drawing={drawing}
      actions={
        <>
          <ButtonLink href={`/invoices?contractType=${owed[0]!.kind}`}>
            {owed.some(({ invoice }) => invoice.isPayable) ? t('seeAndPay') : t('see', { count })}
          </ButtonLink>
          {transferable && <TransferButton item={payingItemOf(transferable.invoice)}>{t('byTransfer')}</TransferButton>}
        </>
      }
    >
      {sentenceCase(count === 1 ? t('one', { first }) : t('several', { first, second, more: count - 2 }))}
      {dueDays.length === count && (
        <>
          {' '}
          {t.rich('standings.waiting_for_transfer', {
            day: formatDay(dueDays.sort()[0]!, locale),
            b: (chunks) => <b>{chunks}</b>,
          })}
        </>
      )}
      {newest.standing === 'will_be_charged' && newest.dueOn && (
        <>
          {' '}
          {t('nextCharged', {
            month: formatMonth(monthOfInvoice(newest), locale, 'name'),
            day: formatDay(newest.dueOn, locale),
          })}
        </>
      )}
      {awaited && <AwaitedTransfer item={payingItemOf(awaited.invoice)} isNamed={count > 1} />}
    </Plate>
  )
}
