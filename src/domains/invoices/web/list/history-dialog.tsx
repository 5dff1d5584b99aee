import { useLocale, useTranslations } from 'use-intl'
import { Dialog } from '#kit/web/overlay/dialog.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import styles from './history-dialog.module.css'

/** Shows the history of an invoice, newest first. */
export function HistoryDialog({ invoice, onClose }: { invoice: InvoiceModel; onClose: () => void }) {
  const t = useTranslations('invoices.history')
  const locale = useLocale()
  return (
    <Dialog
      title={t('title')}
      subject={t('subject', { number: invoice.number })}
      figure={formatMoney(invoice.amountTotalCents, locale)}
      onClose={onClose}
    >
      <ol className={styles.history}>
        {invoice.history.toReversed().map(({ on, what }) => (
          <li key={`${on} ${what}`}>
            <time dateTime={on} className="soft">
              {formatDay(on, locale)}
            </time>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
