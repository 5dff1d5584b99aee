import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { PaymentFilter, ReportFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const paymentsKey = ['desk-payments']

/** The filters of the list, from the page URL. */
export type PaymentsView = { q: string; state: PaymentFilter; offset: number }

/** Query for a page of card payments. */
export function paymentsQuery(send: Send, view: PaymentsView) {
  return queryOptions({
    queryKey: [...paymentsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listPayments, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** The filter and offset of the provider reports, from the page URL. */
export type ReportsView = { state: ReportFilter; offset: number }

/** Query for a page of reports that were not applied. */
export function reportsQuery(send: Send, view: ReportsView) {
  return queryOptions({
    queryKey: [...paymentsKey, 'reports', view],
    queryFn: async ({ signal }) =>
      send((await import('../reports-api.ts')).listReports, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** Query for a payment with all details. */
export function paymentQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...paymentsKey, id],
    queryFn: async ({ signal }) => send((await api()).readPayment, { params: { id }, signal }),
  })
}

/** Query for a page of payment holds. */
export function paymentHoldsQuery(send: Send, view: { offset: number }) {
  return queryOptions({
    queryKey: [...paymentsKey, 'holds', view],
    queryFn: async ({ signal }) =>
      send((await import('../holds-api.ts')).listPaymentHolds, { query: { ...view, limit: pageSize }, signal }),
  })
}
