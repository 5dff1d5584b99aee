/** The filters of the payment list. */
export const paymentFilters = ['all', 'open', 'succeeded', 'failed', 'refunded', 'refund_open'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

export const maxReasonLength = 500
/** Results are not counted beyond this; filters narrow them. */
export const maxPaymentCount = 10_000

/** The filters of the list of provider reports. */
export const reportFilters = ['put_aside', 'waiting', 'dismissed'] as const
export type ReportFilter = (typeof reportFilters)[number]

/** What can be held after too many payment attempts. */
export const holdKinds = ['user', 'network', 'card'] as const
export type HoldKind = (typeof holdKinds)[number]

/**
 * Checks whether one operator alone may make a refund: the total that was or may have been refunded of the payment,
 * including this refund, stays under the limit. With a limit of 0, never.
 */
export function isSmallRefund(refundedCents: number, limitEuros: number): boolean {
  return refundedCents < limitEuros * 100
}
