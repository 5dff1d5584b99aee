import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { PaymentFilter, ReportFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const paymentsKey = ['desk-payments']

/** What the list is narrowed to, as its address says. */
export type PaymentsView = { q: string; state: PaymentFilter; offset: number }

/** A page of the payments by card. */
export function paymentsQuery(send: Send, view: PaymentsView) {
  return queryOptions({
    queryKey: [...paymentsKey, 'list', view],
    queryFn: async ({ signal }) => send((await api()).listPayments, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** Which reports of providers are shown, as the address says. */
export type ReportsView = { state: ReportFilter; offset: number }

/** A page of the reports that are not applied. */
export function reportsQuery(send: Send, view: ReportsView) {
  return queryOptions({
    queryKey: [...paymentsKey, 'reports', view],
    queryFn: async ({ signal }) =>
      send((await import('../reports-api.ts')).listReports, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** A payment with whatever is known of it. */
export function paymentQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...paymentsKey, id],
    queryFn: async ({ signal }) => send((await api()).readPayment, { params: { id }, signal }),
  })
}

/** A page of who has to wait before a card is tried again. */
export function paymentHoldsQuery(send: Send, view: { offset: number }) {
  return queryOptions({
    queryKey: [...paymentsKey, 'holds', view],
    queryFn: async ({ signal }) =>
      send((await import('../holds-api.ts')).listPaymentHolds, { query: { ...view, limit: pageSize }, signal }),
  })
}
