import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import type { InvoiceKind } from '#domains/invoices/web/list-address.ts'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { formatDay, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { comparedWithYearBefore, direction, monthOfInvoice } from '../rules.ts'

type NewestPlateProps = {
  kind: InvoiceKind
  invoice: ReadInvoice
  history: readonly ReadInvoice[]
  /** The invoice's contract, which says from which account it is charged. */
  contract?: Contract
  drawing: ReactNode
}

/** The newest invoice: how much, what becomes of it and when, and how it compares with a year before. */
export function NewestPlate({ kind, invoice, history, contract, drawing }: NewestPlateProps) {
  const t = useTranslations('home.plate')
  const locale = useLocale()
  const list = `/invoices?contractType=${kind}`
  return (
    <Plate
      label={t('newest', { month: formatMonth(monthOfInvoice(invoice), locale, 'name') })}
      figure={formatMoney(invoice.amountTotalCents, locale)}
      drawing={drawing}
      actions={
        <>
          <ButtonLink href={list}>{t('see', { count: 1 })}</ButtonLink>
          {invoice.isPayable && (
            <ButtonLink variant="second" href={`${list}&action=payOnline`}>
              {t('pay')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Standing invoice={invoice} account={contract?.bank_account?.printable_iban} />{' '}
      <Compared invoice={invoice} history={history} />
    </Plate>
  )
}

function Standing({ invoice: { standing, dueOn }, account }: { invoice: ReadInvoice; account?: string }) {
  const t = useTranslations('home.plate.standings')
  const locale = useLocale()
  const isAwaited = standing === 'will_be_charged' || standing === 'waiting_for_transfer'
  if (!standing || (isAwaited && !dueOn)) return null
  const values = { day: formatDay(dueOn, locale), b: (chunks: ReactNode) => <b>{chunks}</b> }
  if (standing === 'will_be_charged' && account)
    return t.rich('will_be_charged_to', { ...values, ending: account.slice(-4) })
  return t.rich(standing, values)
}

function Compared({ invoice, history }: Pick<NewestPlateProps, 'invoice' | 'history'>) {
  const t = useTranslations('home.plate')
  const locale = useLocale()
  const compared = comparedWithYearBefore(invoice, history)
  if (!compared) return null
  return t('compared', {
    money: direction(compared.cents),
    amount: formatMoney(Math.abs(compared.cents), locale),
    used: direction(compared.energyWh),
    energy: formatEnergy(Math.abs(compared.energyWh), locale),
  })
}
