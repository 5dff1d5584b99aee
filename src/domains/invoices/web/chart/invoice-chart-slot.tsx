import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSend } from '#kit/web/portal.ts'
import { whenInView } from '#kit/web/when-in-view.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { InvoiceKind, InvoiceListView } from '../filters/list-address.ts'
import { type InvoicePage, monthSumsQuery } from '../queries.ts'
import { findHighestMonth } from './highest-month.ts'
import type { InvoiceChart } from './invoice-chart.tsx'
import styles from './invoice-chart-slot.module.css'
import { type MonthSum, monthSumOf } from './month-sums.ts'

type InvoiceChartSlotProps = {
  /** The id that links to the chart point to. */
  id: string
  kind: InvoiceKind
  view: InvoiceListView
  page: InvoicePage
}

/**
 * Shows the sentence about the chart and reserves its space. The chart itself loads when it comes into view, because
 * its renderer would slow down the first paint of the page. Both cover all invoices of the view, not only those of the
 * page.
 */
export function InvoiceChartSlot({ id, kind, view, page }: InvoiceChartSlotProps) {
  const { data } = useQuery(monthSumsQuery(useSend(), kind, view))
  // An upstream server may return no sums. The invoices of the page are complete if there is no other page.
  const sums = data?.length || page.items.length < page.total ? data : page.items.map(monthSumOf)
  const summary = useSummary(sums ?? [])
  const [Chart, setChart] = useState<typeof InvoiceChart>()
  const watch = useCallback((place: HTMLDivElement) => {
    const showChart = async () => {
      const { InvoiceChart } = await import('./invoice-chart.tsx')
      setChart(() => InvoiceChart)
    }
    return whenInView(place, showChart)
  }, [])
  if (sums?.length === 0) return null
  return (
    <div ref={watch} id={id} tabIndex={-1} className={styles.place}>
      {Chart && sums ? <Chart sums={sums} summary={summary} /> : <p className={styles.summary}>{summary}</p>}
    </div>
  )
}

function useSummary(sums: readonly MonthSum[]): string {
  const t = useTranslations('invoices.chart')
  const locale: Locale = useLocale()
  const highest = findHighestMonth(sums)
  const sentences = [
    sums.some(({ dueCents }) => dueCents) && t('dueHint'),
    highest &&
      t('highest', { month: formatMonth(highest.month, locale, 'long'), amount: formatMoney(highest.cents, locale) }),
  ]
  return sentences.filter(Boolean).join(' ')
}
