import type { LoadContext } from '#kit/web/page.ts'
import { alertsQuery, pricesQuery, productsQuery } from './queries.ts'

/**
 * Prefetches the products, the user's alerts and the prices of the product in the address. Each part shows its own
 * errors.
 */
export async function loadPriceAlerts({ send, boot, search, prefetch }: LoadContext) {
  await Promise.allSettled([
    prefetch(productsQuery(send)),
    ...(boot.signedIn ? [prefetch(alertsQuery(send))] : []),
    ...(search.product ? [prefetch(pricesQuery(send, search.product))] : []),
  ])
}
