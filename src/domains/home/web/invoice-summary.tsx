import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { EmptyState, ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { useSend } from '#kit/web/portal.ts'
import { DueInvoicesCard } from './due-invoices-card.tsx'
import { InvoiceBars } from './invoice-bars.tsx'
import type { DueInvoices, ListedInvoice } from './listed-invoices.ts'
import { NewestInvoiceCard } from './newest-invoice-card.tsx'
import { historyQuery } from './queries.ts'
import type { HomeInvoices } from './use-home-invoices.ts'

/** Shows the amount due, or else the newest invoice, above the invoices of the last year. */
export function InvoiceSummary({ invoices, contracts }: { invoices: HomeInvoices; contracts: readonly Contract[] }) {
  const t = useTranslations('home.summaryCard')
  const { data, isFailed, isRetrying, onRetry } = invoices
  if (isFailed)
    return (
      <ErrorState title={t('failed.title')} onRetry={onRetry} isRetrying={isRetrying}>
        {t('failed.text')}
      </ErrorState>
    )
  if (!data) return <Skeleton kind="block" />
  if (!data.newest) return <EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>
  return <InvoiceSummaryContent newest={data.newest} due={data.due} contracts={contracts} />
}

type InvoiceSummaryContentProps = {
  newest: ListedInvoice
  due: DueInvoices
  contracts: readonly Contract[]
}

function InvoiceSummaryContent({ newest, due, contracts }: InvoiceSummaryContentProps) {
  const { kind, invoice } = due.listed[0] ?? newest
  const { data: history } = useQuery(historyQuery(useSend(), kind, invoice.contractName))
  const highlighted = due.listed.length ? due.listed.map((each) => each.invoice.number) : [invoice.number]
  const drawing = history && <InvoiceBars invoices={history.items} highlighted={highlighted} />
  if (due.listed.length) return <DueInvoicesCard due={due} newest={newest.invoice} drawing={drawing} />
  return (
    <NewestInvoiceCard
      kind={kind}
      invoice={invoice}
      history={history?.items ?? []}
      contract={contracts.find(({ name }) => name === invoice.contractName)}
      drawing={drawing}
    />
  )
}
