import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import type { InvoiceKind } from '#domains/invoices/web/filters/list-address.ts'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { formatDay, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { compareWithYearBefore, directionOf, invoiceMonth } from '../rules.ts'

type NewestInvoiceCardProps = {
  kind: InvoiceKind
  invoice: InvoiceModel
  history: readonly InvoiceModel[]
  /** The invoice's contract, which names the account it is charged to. */
  contract?: Contract
  drawing: ReactNode
}

/** Shows the newest invoice: its amount, how and when it is paid, and how it compares with a year before. */
export function NewestInvoiceCard({ kind, invoice, history, contract, drawing }: NewestInvoiceCardProps) {
  const t = useTranslations('home.summaryCard')
  const locale = useLocale()
  const list = `/invoices?contractType=${kind}`
  return (
    <SummaryCard
      label={t('newest', { month: formatMonth(invoiceMonth(invoice), locale, 'name') })}
      figure={formatMoney(invoice.amountTotalCents, locale)}
      drawing={drawing}
      actions={
        <>
          <ButtonLink href={invoiceAddress(invoice.number)}>{t('see', { count: 1 })}</ButtonLink>
          {invoice.isPayable && (
            <ButtonLink variant="second" href={`${list}&action=payOnline`}>
              {t('pay')}
            </ButtonLink>
          )}
        </>
      }
    >
      <InvoiceStatusText invoice={invoice} account={contract?.bank_account?.printable_iban} />{' '}
      <YearComparisonText invoice={invoice} history={history} />
    </SummaryCard>
  )
}

function InvoiceStatusText({ invoice: { status, dueOn }, account }: { invoice: InvoiceModel; account?: string }) {
  const t = useTranslations('home.summaryCard.statuses')
  const locale = useLocale()
  const isAwaited = status === 'will_be_charged' || status === 'waiting_for_transfer'
  if (!status || (isAwaited && !dueOn)) return null
  const values = { day: formatDay(dueOn, locale), b: (chunks: ReactNode) => <b>{chunks}</b> }
  if (status === 'will_be_charged' && account)
    return t.rich('will_be_charged_to', { ...values, ending: account.slice(-4) })
  return t.rich(status, values)
}

function YearComparisonText({ invoice, history }: Pick<NewestInvoiceCardProps, 'invoice' | 'history'>) {
  const t = useTranslations('home.summaryCard')
  const locale = useLocale()
  const compared = compareWithYearBefore(invoice, history)
  if (!compared) return null
  return t('compared', {
    money: directionOf(compared.cents),
    amount: formatMoney(Math.abs(compared.cents), locale),
    used: directionOf(compared.energyWh),
    energy: formatEnergy(Math.abs(compared.energyWh), locale),
  })
}
