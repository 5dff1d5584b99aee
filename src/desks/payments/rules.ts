/** What the list of payments is narrowed to. */
export const paymentFilters = ['all', 'open', 'succeeded', 'failed', 'refunded', 'refund_open'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

export const longestReason = 500
/** No list counts further: whoever gets so many narrows it down. */
export const mostCounted = 10_000

/** Which reports of providers are listed. */
export const reportFilters = ['put_aside', 'waiting', 'dismissed'] as const
export type ReportFilter = (typeof reportFilters)[number]

/** What there can be too many tries at paying of. */
export const holdKinds = ['user', 'network', 'card'] as const
export type HoldKind = (typeof holdKinds)[number]

/**
 * Whether one operator alone may give something back: all that was or may have been given back of the payment, this
 * included, stays under the limit. A limit of 0 lets nobody.
 */
export function isSmallRefund(givenCents: number, limitEuros: number): boolean {
  return givenCents < limitEuros * 100
}
