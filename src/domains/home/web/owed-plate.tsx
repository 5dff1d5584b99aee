import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { formatDay, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { monthOfInvoice, sentenceCase } from '../rules.ts'
import type { ListedInvoice } from './listed-invoices.ts'

type OwedPlateProps = {
  /** Those that were read, the newest first; there may be more of them. */
  owed: readonly ListedInvoice[]
  count: number
  newest: ReadInvoice
  drawing: ReactNode
}

/** What is to be paid: how much, which months, and what will be charged by itself. */
export function OwedPlate({ owed, count, newest, drawing }: OwedPlateProps) {
  const t = useTranslations('home.plate')
  const locale = useLocale()
  const totalCents = owed.reduce((sum, { invoice }) => sum + invoice.amountPendingCents, 0)
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
      figure={owed.length === count ? formatMoney(totalCents, locale) : undefined}
      drawing={drawing}
      actions={
        <ButtonLink href={`/invoices?contractType=${owed[0]!.kind}`}>
          {owed.some(({ invoice }) => invoice.isPayable) ? t('seeAndPay') : t('see', { count })}
        </ButtonLink>
      }
    >
      {sentenceCase(count === 1 ? t('one', { first }) : t('several', { first, second, more: count - 2 }))}
      {newest.standing === 'will_be_charged' && newest.dueOn && (
        <>
          {' '}
          {t('nextCharged', {
            month: formatMonth(monthOfInvoice(newest), locale, 'name'),
            day: formatDay(newest.dueOn, locale),
          })}
        </>
      )}
    </Plate>
  )
}
