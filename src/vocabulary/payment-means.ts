/** The means by which a contract is paid, chosen freely by its holder (Real Decreto 88/2026, art. 6.1.q). */
export const paymentMeans = ['direct_debit', 'card', 'transfer'] as const
export type PaymentMeans = (typeof paymentMeans)[number]
