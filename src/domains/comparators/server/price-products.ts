import type { Offer } from '#domains/offers/server/offer-store.ts'
import type { Bill } from '#vocabulary/bill.ts'
import type { Cents } from '#vocabulary/money.ts'

/** A product with what it would have billed. */
export type Priced<Prices, Billed extends { totalCents: Cents } = Bill> = { offer: Offer<Prices>; bill: Billed }

/** What keeps products from being priced: nothing is sold for the tariff, or a tax of the place is not known. */
export type NotPriced = 'no_offers' | 'tax_unknown'

/** Every product on offer with its bill, the cheapest first. */
export function pricedOffers<Prices, Billed extends { totalCents: Cents }>(
  offers: readonly Offer<Prices>[],
  billOf: (prices: Prices) => Billed | null,
): Priced<Prices, Billed>[] | NotPriced {
  if (offers.length === 0) return 'no_offers'
  const priced = offers.flatMap((offer) => {
    const bill = billOf(offer.prices)
    return bill === null ? [] : [{ offer, bill }]
  })
  if (priced.length === 0) return 'tax_unknown'
  return priced.sort((one, other) => totalOf(one) - totalOf(other))
}

function totalOf({ bill }: Priced<unknown, { totalCents: Cents }>): Cents {
  return bill.totalCents
}
