import type { Offer } from '#domains/offers/server/offer-store.ts'
import type { Bill } from '#vocabulary/bill.ts'
import type { Cents } from '#vocabulary/money.ts'

/** A product with the bill that it would have produced. */
export type PricedOffer<Prices, Billed extends { totalCents: Cents } = Bill> = { offer: Offer<Prices>; bill: Billed }

/** Why products cannot be priced: there are no offers for the tariff, or a tax of the place is unknown. */
export type PricingFailure = 'no_offers' | 'tax_unknown'

/** Returns every product on offer with its bill, cheapest first. */
export function priceOffers<Prices, Billed extends { totalCents: Cents }>(
  offers: readonly Offer<Prices>[],
  billOf: (prices: Prices) => Billed | null,
): PricedOffer<Prices, Billed>[] | PricingFailure {
  if (offers.length === 0) return 'no_offers'
  const priced = offers.flatMap((offer) => {
    const bill = billOf(offer.prices)
    return bill === null ? [] : [{ offer, bill }]
  })
  if (priced.length === 0) return 'tax_unknown'
  return priced.sort((one, other) => totalOf(one) - totalOf(other))
}

function totalOf({ bill }: PricedOffer<unknown, { totalCents: Cents }>): Cents {
  return bill.totalCents
}
