import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { costPerDay, direction, latestPair, monthOfInvoice, sentenceCase } from '../rules.ts'
import type { ListedInvoice } from './listed-invoices.ts'
import { historyQuery } from './queries.ts'

/** The latest invoice beside the one before it, by the day as well, since they are of more or fewer days. Nothing where there is only one. */
export function LatestInvoices({ newest, hasOthers }: { newest: ListedInvoice; hasOthers: boolean }) {
  const t = useTranslations('home.latest')
  const headingId = useId()
  const { kind, invoice } = newest
  const { data: history } = useQuery(historyQuery(useSend(), kind, invoice.contractName))
  const pair = latestPair(history?.items ?? [])
  if (!pair) return null
  return (
    <section className="stack" aria-labelledby={headingId}>
      <div>
        <h2 id={headingId}>{t('title')}</h2>
        {hasOthers && invoice.contractName && <p className="note">{invoice.address}</p>}
      </div>
      <p>
        <Difference {...pair} />
      </p>
      <Facts layout="pairs">
        <Cost invoice={pair.latest} />
        <Cost invoice={pair.before} />
      </Facts>
    </section>
  )
}

function Difference({ latest, before }: { latest: ReadInvoice; before: ReadInvoice }) {
  const t = useTranslations('home.latest')
  const locale = useLocale()
  const [cost, costBefore] = [costPerDay(latest), costPerDay(before)]
  const isByDay = cost !== null && costBefore !== null
  const cents = isByDay ? cost.cents - costBefore.cents : latest.amountTotalCents - before.amountTotalCents
  return t.rich(isByDay ? 'byDay' : 'inAll', {
    change: direction(cents),
    amount: formatMoney(Math.abs(cents), locale),
    b: (chunks: ReactNode) => <b>{chunks}</b>,
  })
}

function Cost({ invoice }: { invoice: ReadInvoice }) {
  const t = useTranslations('home.latest')
  const locale = useLocale()
  const cost = costPerDay(invoice)
  const month = formatMonth(monthOfInvoice(invoice), locale, 'name')
  const amount = formatMoney(invoice.amountTotalCents, locale)
  return (
    <Fact label={sentenceCase(cost ? t('days', { month, count: cost.dayCount }) : month)}>
      {cost ? t('cost', { amount, perDay: formatMoney(cost.cents, locale) }) : amount}
    </Fact>
  )
}
