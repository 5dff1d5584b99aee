import { useEffect, useState } from 'react'
import styles from './chart-place.module.css'
import type { InvoiceChart } from './invoice-chart.tsx'
import type { ReadInvoice } from './read-invoice.ts'

/** Keeps the place of the chart, which comes after the list: what draws it would weigh on the first picture of the page. */
export function ChartPlace({ invoices }: { invoices: readonly ReadInvoice[] }) {
  const [Chart, setChart] = useState<typeof InvoiceChart>()
  useEffect(() => {
    void import('./invoice-chart.tsx').then((chart) => setChart(() => chart.InvoiceChart))
  }, [])
  return <div className={styles.place}>{Chart && <Chart invoices={invoices} />}</div>
}
