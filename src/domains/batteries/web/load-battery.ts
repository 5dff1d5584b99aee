import type { LoadContext } from '#kit/web/page.ts'
import { ledgerQuery } from './queries.ts'

/** Loads a battery for its page. */
export function loadBattery({ send, params, prefetch }: LoadContext) {
  return prefetch(ledgerQuery(send, params.batteryId!))
}
