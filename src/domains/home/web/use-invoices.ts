import { useQueries } from '@tanstack/react-query'
import { owedQuery } from '#domains/invoices/web/queries.ts'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useSend } from '#kit/web/portal.ts'
import { type ListedInvoice, listedInvoices } from './listed-invoices.ts'
import { newestInvoiceQuery } from './queries.ts'

/** What the first page knows of the invoices; `told` is null while it is loading, or where it could not be read. */
export type Invoices = {
  told: { newest?: ListedInvoice; owed: ListedInvoice[]; owedCount: number } | null
  isFailed: boolean
  isRetrying: boolean
  onRetry: () => void
}

/** The newest invoice, and those that are to be paid, of all kinds that the retailer shows. */
export function useInvoices(): Invoices {
  const send = useSend()
  const kinds = useCustomerSettings().features.displayTypes
  const newest = useQueries({ queries: kinds.map((kind) => newestInvoiceQuery(send, kind)) })
  const owed = useQueries({ queries: kinds.map((kind) => owedQuery(send, kind)) })
  const asked = [...newest, ...owed]
  const newestPages = newest.flatMap(({ data }) => data ?? [])
  const owedPages = owed.flatMap(({ data }) => data ?? [])
  const isTold = newestPages.length + owedPages.length === asked.length
  return {
    told: isTold
      ? {
          newest: listedInvoices(kinds, newestPages)[0],
          owed: listedInvoices(kinds, owedPages),
          owedCount: owedPages.reduce((count, { total }) => count + total, 0),
        }
      : null,
    isFailed: !isTold && asked.some(({ isError }) => isError),
    isRetrying: asked.some(({ isFetching }) => isFetching),
    onRetry: () => {
      for (const query of asked) if (query.isError) void query.refetch()
    },
  }
}
