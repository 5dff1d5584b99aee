import { useTranslations } from 'use-intl'
import { Pager } from '#kit/web/list/pager.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import { addressOf, type InvoiceListView, pageSizes } from '../filters/list-address.ts'

type InvoicePagerProps = { view: InvoiceListView; total: number; position: 'above' | 'below' }

/** Shows the pagination and, below the list, the choice of the page size. */
export function InvoicePager({ view, total, position }: InvoicePagerProps) {
  const t = useTranslations('invoices.pages')
  const goTo = useGoTo()
  const sizes = [...new Set([...pageSizes, view.itemsPerPage])].sort((a, b) => a - b)
  return (
    <Pager
      label={t(position)}
      offset={view.offset}
      limit={view.limit}
      total={total}
      hrefOf={(page) => addressOf(view, page)}
      sizes={position === 'below' ? sizes : undefined}
      onSize={(limit) => void goTo(addressOf(view, { limit }))}
    />
  )
}
