import { showsCoupons } from '#domains/operator/rules.ts'
import { settingsOf } from '#domains/operator/web/settings.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { couponsQuery } from './queries.ts'

/** Fetches the customer's codes for a screen that shows `OwnCoupons`, which stands without them too. */
export async function loadCoupons({ send, boot, prefetch }: LoadContext) {
  if (showsCoupons(settingsOf(boot))) await prefetch(couponsQuery(send)).catch(() => undefined)
}
