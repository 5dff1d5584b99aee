import { areCouponsShown } from '#domains/retailer/rules.ts'
import { settingsOf } from '#domains/retailer/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { couponsQuery } from './queries.ts'

/** Prefetches the customer's codes for a page that shows `OwnCoupons`. The page also works without them. */
export async function loadCoupons({ send, boot, prefetch }: LoadContext) {
  if (areCouponsShown(settingsOf(boot))) await prefetch(couponsQuery(send)).catch(() => undefined)
}
