import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const paymentsKey = ['desk-payments']

/** Query for a page of card payments. */
export const paymentsQuery = pageQuery([...paymentsKey, 'list'], async () => (await api()).listPayments)

/** Query for a page of reports that were not applied. */
export const reportsQuery = pageQuery(
  [...paymentsKey, 'reports'],
  async () => (await import('../reports-api.ts')).listReports,
)

/** Query for a page of payment holds. */
export const paymentHoldsQuery = pageQuery(
  [...paymentsKey, 'holds'],
  async () => (await import('../holds-api.ts')).listPaymentHolds,
)

/** Query for a payment with all details. */
export function paymentQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...paymentsKey, id],
    queryFn: async ({ signal }) => send((await api()).readPayment, { params: { id }, signal }),
  })
}
