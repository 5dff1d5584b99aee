import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import styles from './chart-place.module.css'
import { highestMonth } from './highest-month.ts'
import type { InvoiceChart } from './invoice-chart.tsx'
import type { InvoiceKind, InvoiceListView } from './list-address.ts'
import { type MonthSum, sumOfInvoice } from './month-sums.ts'
import { type InvoicePage, monthSumsQuery } from './queries.ts'

type ChartPlaceProps = {
  /** Where the way to it leads. */
  id: string
  kind: InvoiceKind
  view: InvoiceListView
  page: InvoicePage
}

/**
 * The sentence of the chart, and its place: the chart itself comes after the list, since what draws it would weigh on the
 * first picture of the page. Both are about all invoices of the view, not only those of the page.
 */
export function ChartPlace({ id, kind, view, page }: ChartPlaceProps) {
  const { data } = useQuery(monthSumsQuery(useSend(), kind, view))
  // Another server may tell no sums: those of a page are the whole where there is no other page.
  const sums = data?.length || page.items.length < page.total ? data : page.items.map(sumOfInvoice)
  const summary = useSummary(sums ?? [])
  const [Chart, setChart] = useState<typeof InvoiceChart>()
  useEffect(() => {
    void import('./invoice-chart.tsx').then((chart) => setChart(() => chart.InvoiceChart))
  }, [])
  if (sums?.length === 0) return null
  return (
    <div id={id} tabIndex={-1} className={styles.place}>
      {Chart && sums ? <Chart sums={sums} summary={summary} /> : <p className={styles.summary}>{summary}</p>}
    </div>
  )
}

function useSummary(sums: readonly MonthSum[]): string {
  const t = useTranslations('invoices.chart')
  const locale: Locale = useLocale()
  const highest = highestMonth(sums)
  const sentences = [
    sums.some(({ dueCents }) => dueCents) && t('dueHint'),
    highest &&
      t('highest', { month: formatMonth(highest.month, locale, 'long'), amount: formatMoney(highest.cents, locale) }),
  ]
  return sentences.filter(Boolean).join(' ')
}
