import type { ProductPrices } from './revision.ts'

/** Returns the prices of a product during a promotion, whose discounts take the place of the product's own. */
export function promotedPrices<Prices extends ProductPrices>(
  prices: Prices,
  discounts: Prices['discounts'] | null,
): Prices {
  return { ...prices, discounts: { ...prices.discounts, ...discounts } }
}
