import type { LoadContext } from '#kit/web/page.ts'
import { ledgerQuery } from './queries.ts'

/** Fetches a wallet for its page. */
export function loadWallet({ send, params, prefetch }: LoadContext) {
  return prefetch(ledgerQuery(send, params.batteryId!))
}
