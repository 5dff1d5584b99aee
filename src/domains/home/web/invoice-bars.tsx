import { useLocale, useTranslations } from 'use-intl'
import type { ReadInvoice } from '#domains/invoices/web/read-invoice.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { barsOf, monthOfInvoice } from '../rules.ts'
import styles from './invoice-bars.module.css'

const width = 460
const height = 270
const highest = 240
const gap = 4
const places = 12

/** The invoices of the last year as bars on the plate, those that it is about in its strongest colour. */
export function InvoiceBars({ invoices, marked }: { invoices: readonly ReadInvoice[]; marked: readonly string[] }) {
  const t = useTranslations('home.plate')
  const locale = useLocale()
  const bars = barsOf(invoices)
  const top = bars.reduce<ReadInvoice | undefined>(
    (most, bar) => (most && most.amountTotalCents >= bar.amountTotalCents ? most : bar),
    undefined,
  )
  if (!top) return null
  const told = (invoice: ReadInvoice) => ({
    amount: formatMoney(invoice.amountTotalCents, locale),
    month: formatMonth(monthOfInvoice(invoice), locale, 'long'),
  })
  const words = t('bars', {
    count: bars.length,
    first: told(bars[0]!).amount,
    firstMonth: told(bars[0]!).month,
    last: told(bars.at(-1)!).amount,
    lastMonth: told(bars.at(-1)!).month,
    most: told(top).amount,
    mostMonth: told(top).month,
  })
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words}>
      {bars.map((bar, index) => {
        const step = width / places
        // The newest stands at the right, however few there are.
        const x = (places - bars.length + index) * step + gap / 2
        const barHeight = Math.max((bar.amountTotalCents / top.amountTotalCents) * highest, 36)
        return (
          <g key={bar.number} className={marked.includes(bar.number) ? styles.marked : undefined}>
            <rect x={x} y={height - barHeight} width={step - gap} height={barHeight + 10} rx="4" />
            <text x={x + (step - gap) / 2} y={height - 10} textAnchor="middle">
              {formatMonth(monthOfInvoice(bar), locale, 'short').slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
