import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { owedQuery } from '#domains/invoices/web/queries.ts'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { Empty } from '#kit/web/absence.tsx'
import { useSend } from '#kit/web/portal.ts'
import { InvoiceBars } from './invoice-bars.tsx'
import { type ListedInvoice, listedInvoices } from './listed-invoices.ts'
import { NewestPlate } from './newest-plate.tsx'
import { OwedPlate } from './owed-plate.tsx'
import { historyQuery, newestInvoiceQuery } from './queries.ts'

/** What is to be paid, or else the newest invoice, over the invoices of the last year. */
export function InvoicePlate({ contracts }: { contracts: readonly Contract[] }) {
  const t = useTranslations('home.plate.none')
  const send = useSend()
  const { displayTypes } = useCustomerSettings().features
  const newestPages = useSuspenseQueries({ queries: displayTypes.map((kind) => newestInvoiceQuery(send, kind)) })
  const owedPages = useSuspenseQueries({ queries: displayTypes.map((kind) => owedQuery(send, kind)) })
  const [newest] = listedInvoices(displayTypes, newestPages.map(dataOf))
  const owed = listedInvoices(displayTypes, owedPages.map(dataOf))
  const owedCount = owedPages.reduce((count, { data }) => count + data.total, 0)
  if (!newest) return <Empty title={t('title')}>{t('text')}</Empty>
  return <PlateOf newest={newest} owed={owed} owedCount={owedCount} contracts={contracts} />
}

type Shown = {
  newest: ListedInvoice
  owed: readonly ListedInvoice[]
  owedCount: number
  contracts: readonly Contract[]
}

function PlateOf({ newest, owed, owedCount, contracts }: Shown) {
  const { kind, invoice } = owed[0] ?? newest
  const { data: history } = useSuspenseQuery(historyQuery(useSend(), kind, invoice.contractName))
  const marked = owed.length ? owed.map((each) => each.invoice.id) : [invoice.id]
  const drawing = <InvoiceBars invoices={history.items} marked={marked} />
  if (owed.length) return <OwedPlate owed={owed} count={owedCount} newest={newest.invoice} drawing={drawing} />
  return (
    <NewestPlate
      kind={kind}
      invoice={invoice}
      history={history.items}
      contract={contracts.find(({ name }) => name === invoice.contractName)}
      drawing={drawing}
    />
  )
}

function dataOf<Data>({ data }: { data: Data }): Data {
  return data
}
