import { useLocale, useTranslations } from 'use-intl'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { formatMoney, formatMonth } from '#vocabulary/format.ts'
import { namedMonth, selectBarInvoices } from '../rules.ts'
import styles from './invoice-bars.module.css'

const width = 460
const height = 270
const maxBarHeight = 240
const gap = 4
const barSlots = 12

/** Draws the invoices of the last year as bars on the summary card, with those it is about in the strongest colour. */
export function InvoiceBars({
  invoices,
  highlighted,
}: {
  invoices: readonly InvoiceModel[]
  highlighted: readonly string[]
}) {
  const t = useTranslations('home.summaryCard')
  const locale = useLocale()
  const bars = selectBarInvoices(invoices)
  const largest = bars.reduce<InvoiceModel | undefined>(
    (most, bar) => (most && most.amountTotalCents >= bar.amountTotalCents ? most : bar),
    undefined,
  )
  if (!largest) return null
  const barTexts = (invoice: InvoiceModel) => ({
    amount: formatMoney(invoice.amountTotalCents, locale),
    month: formatMonth(namedMonth(invoice), locale, 'long'),
  })
  const description = t('bars', {
    count: bars.length,
    first: barTexts(bars[0]!).amount,
    firstMonth: barTexts(bars[0]!).month,
    last: barTexts(bars.at(-1)!).amount,
    lastMonth: barTexts(bars.at(-1)!).month,
    most: barTexts(largest).amount,
    mostMonth: barTexts(largest).month,
  })
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
      {bars.map((bar, index) => {
        const step = width / barSlots
        // The newest is on the right, however few there are.
        const x = (barSlots - bars.length + index) * step + gap / 2
        const barHeight = Math.max((bar.amountTotalCents / largest.amountTotalCents) * maxBarHeight, 36)
        return (
          <g key={bar.number} className={highlighted.includes(bar.number) ? styles.marked : undefined}>
            <rect x={x} y={height - barHeight} width={step - gap} height={barHeight + 10} rx="4" />
            <text x={x + (step - gap) / 2} y={height - 10} textAnchor="middle">
              {formatMonth(namedMonth(bar), locale, 'short').slice(0, 3)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
