import { useTranslations } from 'use-intl'
import { Pager } from '#kit/web/pager.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import { addressOf, type InvoiceListView, pageSizes } from './list-address.ts'

type InvoicePagerProps = { view: InvoiceListView; total: number; place: 'above' | 'below' }

/** The way to the other pages; below the list also the choice of their size. */
export function InvoicePager({ view, total, place }: InvoicePagerProps) {
  const t = useTranslations('invoices.pages')
  const goTo = useGoTo()
  const sizes = [...new Set([...pageSizes, view.itemsPerPage])].sort((a, b) => a - b)
  return (
    <Pager
      label={t(place)}
      offset={view.offset}
      limit={view.limit}
      total={total}
      hrefOf={(page) => addressOf(view, page)}
      sizes={place === 'below' ? sizes : undefined}
      onSize={(limit) => void goTo(addressOf(view, { limit }))}
    />
  )
}
