import type { LoadContext } from '#kit/web/page.ts'
import { alertsQuery, pricesQuery, productsQuery } from './queries.ts'

/** Fetches the products, the own alerts and the prices of the product that the address names. What fails is told by its part. */
export async function loadPriceAlerts({ send, boot, search, prefetch }: LoadContext) {
  await Promise.allSettled([
    prefetch(productsQuery(send)),
    ...(boot.signedIn ? [prefetch(alertsQuery(send))] : []),
    ...(search.product ? [prefetch(pricesQuery(send, search.product))] : []),
  ])
}
