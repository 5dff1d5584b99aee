/** Who tries to pay: a user, from a network, and with a card, where the provider has told which. */
export type Payer = { userId: number; network: string; card?: string }

/**
 * How often a payment may be tried before it has to wait, and for how long: the further somebody goes on, the longer. A
 * network may be an office. A refused try does not count further, so each rule takes one less than another round of the first
 * would. What is paid begins the count of its user and card anew, whoever says that it is paid.
 * Stripe tells by a fingerprint which card a method is made of. At Redsys the card is typed on its own page after the try was
 * let in: there users and networks are limited here, and cards by Redsys alone.
 */
export const paymentLimits = [
  { per: 'user', most: 8, minutes: 10, waitMinutes: 10 },
  { per: 'user', most: 15, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'user', most: 22, minutes: 24 * 60, waitMinutes: 24 * 60 },
  { per: 'card', most: 4, minutes: 10, waitMinutes: 10 },
  { per: 'card', most: 7, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'card', most: 10, minutes: 24 * 60, waitMinutes: 24 * 60 },
  { per: 'network', most: 30, minutes: 10, waitMinutes: 10 },
  { per: 'network', most: 59, minutes: 2 * 60, waitMinutes: 60 },
  { per: 'network', most: 88, minutes: 24 * 60, waitMinutes: 24 * 60 },
] as const
export type PaymentLimit = (typeof paymentLimits)[number]

/** Whom a limit counts; undefined where that is not known. */
export function countedBy({ per }: Pick<PaymentLimit, 'per'>, payer: Payer): string | undefined {
  if (per === 'user') return `user:${payer.userId}`
  if (per === 'card') return payer.card && `card:${payer.card}`
  return payer.network
}
