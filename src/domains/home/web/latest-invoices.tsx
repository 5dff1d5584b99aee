import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { costPerDay, directionOf, findLatestPair, invoiceMonth, sentenceCase } from '../rules.ts'
import type { ListedInvoice } from './listed-invoices.ts'
import { historyQuery } from './queries.ts'

/**
 * Compares the latest invoice with the one before it, also per day, since they differ in their number of days. Shows
 * nothing if there is only one.
 */
export function LatestInvoices({ newest, hasOthers }: { newest: ListedInvoice; hasOthers: boolean }) {
  const t = useTranslations('home.latest')
  const headingId = useId()
  const { kind, invoice } = newest
  const { data: history } = useQuery(historyQuery(useSend(), kind, invoice.contractName))
  const pair = findLatestPair(history?.items ?? [])
  if (!pair) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>{t('title')}</h2>
        {hasOthers && invoice.contractName && <p className="note">{invoice.address}</p>}
      </div>
      <p>
        <CostDifference {...pair} />
      </p>
      <DescriptionList layout="pairs">
        <InvoiceCost invoice={pair.latest} />
        <InvoiceCost invoice={pair.before} />
      </DescriptionList>
    </section>
  )
}

function CostDifference({ latest, before }: { latest: InvoiceModel; before: InvoiceModel }) {
  const t = useTranslations('home.latest')
  const locale = useLocale()
  const [cost, costBefore] = [costPerDay(latest), costPerDay(before)]
  const isByDay = cost !== null && costBefore !== null
  const cents = isByDay ? cost.cents - costBefore.cents : latest.amountTotalCents - before.amountTotalCents
  return t.rich(isByDay ? 'byDay' : 'inAll', {
    change: directionOf(cents),
    amount: formatMoney(Math.abs(cents), locale),
    b: (chunks: ReactNode) => <b>{chunks}</b>,
  })
}

function InvoiceCost({ invoice }: { invoice: InvoiceModel }) {
  const t = useTranslations('home.latest')
  const locale = useLocale()
  const cost = costPerDay(invoice)
  const month = formatMonth(invoiceMonth(invoice), locale, 'name')
  const amount = formatMoney(invoice.amountTotalCents, locale)
  return (
    <DescriptionItem label={sentenceCase(cost ? t('days', { month, count: cost.dayCount }) : month)}>
      {cost ? t('cost', { amount, perDay: formatMoney(cost.cents, locale) }) : amount}
    </DescriptionItem>
  )
}
