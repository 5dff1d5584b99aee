import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#kit/locale.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import styles from './chart-place.module.css'
import { dueCentsOf, highestMonth } from './highest-month.ts'
import type { InvoiceChart } from './invoice-chart.tsx'
import type { ReadInvoice } from './read-invoice.ts'

/**
 * The sentence of the chart, and its place: the chart itself comes after the list, since what draws it would weigh on the
 * first picture of the page.
 */
export function ChartPlace({ invoices }: { invoices: readonly ReadInvoice[] }) {
  const summary = useSummary(invoices)
  const [Chart, setChart] = useState<typeof InvoiceChart>()
  useEffect(() => {
    void import('./invoice-chart.tsx').then((chart) => setChart(() => chart.InvoiceChart))
  }, [])
  return (
    <div className={styles.place}>
      {Chart ? <Chart invoices={invoices} summary={summary} /> : <p className={styles.summary}>{summary}</p>}
    </div>
  )
}

function useSummary(invoices: readonly ReadInvoice[]): string {
  const t = useTranslations('invoices.chart')
  const locale: Locale = useLocale()
  const highest = highestMonth(invoices)
  const sentences = [
    invoices.some(dueCentsOf) && t('dueHint'),
    highest &&
      t('highest', { month: formatMonth(highest.month, locale, 'long'), amount: formatMoney(highest.cents, locale) }),
  ]
  return sentences.filter(Boolean).join(' ')
}
