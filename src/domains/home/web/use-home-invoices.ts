import { useQueries } from '@tanstack/react-query'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import { type DueInvoices, findDueInvoices, type ListedInvoice, mergeInvoices } from './listed-invoices.ts'
import { dueQuery, newestInvoiceQuery } from './queries.ts'

/** The invoices of the home page; `data` is null while they are loading, or if they could not be loaded. */
export type HomeInvoices = {
  data: { newest?: ListedInvoice; due: DueInvoices } | null
  isFailed: boolean
  isRetrying: boolean
  onRetry: () => void
}

/** Returns the newest invoice, and those due, of all kinds that the retailer shows. */
export function useHomeInvoices(): HomeInvoices {
  const send = useSend()
  const kinds = useCustomerSettings().features.displayTypes
  const boot = useBoot()
  const newest = useQueries({ queries: kinds.map((kind) => newestInvoiceQuery(send, kind, boot)) })
  const due = useQueries({ queries: kinds.map((kind) => dueQuery(send, kind, boot)) })
  const queries = [...newest, ...due]
  const newestPages = newest.flatMap(({ data }) => data ?? [])
  const duePages = due.flatMap(({ data }) => data ?? [])
  const isComplete = newestPages.length + duePages.length === queries.length
  return {
    data: isComplete
      ? {
          newest: mergeInvoices(kinds, newestPages)[0],
          due: findDueInvoices(kinds, duePages),
        }
      : null,
    isFailed: !isComplete && queries.some(({ isError }) => isError),
    isRetrying: queries.some(({ isFetching }) => isFetching),
    onRetry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
