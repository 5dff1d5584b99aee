import { useLocale, useTranslations } from 'use-intl'
import type { InvoiceModel } from '#domains/invoices/web/parse-invoice.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { formatDay } from '#vocabulary/format.ts'

/** Shows what happened with an invoice, newest first. */
export function HistorySection({ invoice: { history } }: { invoice: InvoiceModel }) {
  const t = useTranslations('invoices.history')
  const locale = useLocale()
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t('title')}</h2>
      <DescriptionList layout="pairs">
        {history.toReversed().map(({ on, what }) => (
          <DescriptionItem key={`${on} ${what}`} label={<time dateTime={on}>{formatDay(on, locale)}</time>}>
            {what}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </section>
  )
}
