import { useQueries } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { type DueInvoices, dueInvoices, type ListedInvoice, listedInvoices } from './listed-invoices.ts'
import { dueQuery, newestInvoiceQuery } from './queries.ts'

/** What the first page knows of the invoices; `told` is null while it is loading, or where it could not be read. */
export type Invoices = {
  told: { newest?: ListedInvoice; due: DueInvoices } | null
  isFailed: boolean
  isRetrying: boolean
  onRetry: () => void
}

/** The newest invoice, and those that are to be paid, of all kinds that the retailer shows. */
export function useInvoices(): Invoices {
  const send = useSend()
  const kinds = useCustomerSettings().features.displayTypes
  const boot = useBoot()
  const newest = useQueries({ queries: kinds.map((kind) => newestInvoiceQuery(send, kind, boot)) })
  const due = useQueries({ queries: kinds.map((kind) => dueQuery(send, kind, boot)) })
  const asked = [...newest, ...due]
  const newestPages = newest.flatMap(({ data }) => data ?? [])
  const duePages = due.flatMap(({ data }) => data ?? [])
  const isTold = newestPages.length + duePages.length === asked.length
  return {
    told: isTold
      ? {
          newest: listedInvoices(kinds, newestPages)[0],
          due: dueInvoices(kinds, duePages),
        }
      : null,
    isFailed: !isTold && asked.some(({ isError }) => isError),
    isRetrying: asked.some(({ isFetching }) => isFetching),
    onRetry: () => {
      for (const query of asked) if (query.isError) void query.refetch()
    },
  }
}
