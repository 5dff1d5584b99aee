import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Contract } from '#domains/contracts/api.ts'
import { Empty, Failed } from '#kit/web/absence.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { InvoiceBars } from './invoice-bars.tsx'
import type { DueInvoices, ListedInvoice } from './listed-invoices.ts'
import { NewestPlate } from './newest-plate.tsx'
import { OwedPlate } from './owed-plate.tsx'
import { historyQuery } from './queries.ts'
import type { Invoices } from './use-invoices.ts'

/** What is to be paid, or else the newest invoice, over the invoices of the last year. */
export function InvoicePlate({ invoices, contracts }: { invoices: Invoices; contracts: readonly Contract[] }) {
  const t = useTranslations('home.plate')
  const { told, isFailed, isRetrying, onRetry } = invoices
  if (isFailed)
    return (
      <Failed title={t('failed.title')} onRetry={onRetry} isRetrying={isRetrying}>
        {t('failed.text')}
      </Failed>
    )
  if (!told) return <Skeleton kind="block" />
  if (!told.newest) return <Empty title={t('none.title')}>{t('none.text')}</Empty>
  return <PlateOf newest={told.newest} due={told.due} contracts={contracts} />
}

type Shown = {
  newest: ListedInvoice
  due: DueInvoices
  contracts: readonly Contract[]
}

function PlateOf({ newest, due, contracts }: Shown) {
  const { kind, invoice } = due.listed[0] ?? newest
  const { data: history } = useQuery(historyQuery(useSend(), kind, invoice.contractName))
  const marked = due.listed.length ? due.listed.map((each) => each.invoice.number) : [invoice.number]
  const drawing = history && <InvoiceBars invoices={history.items} marked={marked} />
  if (due.listed.length) return <OwedPlate due={due} newest={newest.invoice} drawing={drawing} />
  return (
    <NewestPlate
      kind={kind}
      invoice={invoice}
      history={history?.items ?? []}
      contract={contracts.find(({ name }) => name === invoice.contractName)}
      drawing={drawing}
    />
  )
}
