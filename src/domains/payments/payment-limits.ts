/** The originator of a payment try: a user, their network, and the card, if the provider has identified it. */
export type Payer = { userId: number; network: string; card?: string }

/**
 * The limits on payment tries, and how long to wait after exceeding them: the more tries, the longer the wait. A
 * network may be a whole office. Refused tries are not counted, so each further rule allows one try less than another
 * round of the first one would. A successful payment resets the count of its user and card, whoever reports it. Stripe
 * identifies the card of a method by a fingerprint. At Redsys the card is typed on Redsys' own page after the try was
 * admitted: there, users and networks are limited here, and cards only by Redsys.
 */
export const paymentLimits = [
  { per: 'user', maxTries: 8, minutes: 10, waitMinutes: 10 },
  { per: 'user', maxTries: 15, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'user', maxTries: 22, minutes: 24 * 60, waitMinutes: 24 * 60 },
  { per: 'card', maxTries: 4, minutes: 10, waitMinutes: 10 },
  { per: 'card', maxTries: 7, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'card', maxTries: 10, minutes: 24 * 60, waitMinutes: 24 * 60 },
  { per: 'network', maxTries: 30, minutes: 10, waitMinutes: 10 },
  { per: 'network', maxTries: 59, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'network', maxTries: 88, minutes: 24 * 60, waitMinutes: 24 * 60 },
] as const
export type PaymentLimit = (typeof paymentLimits)[number]

/** Returns the key that a limit counts by; undefined if it is not known. */
export function limitKeyOf({ per }: Pick<PaymentLimit, 'per'>, payer: Payer): string | undefined {
  if (per === 'user') return `user:${payer.userId}`
  if (per === 'card') return payer.card && `card:${payer.card}`
  return payer.network
}
