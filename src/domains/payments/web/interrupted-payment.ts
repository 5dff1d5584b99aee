import * as z from 'zod/mini'
import { interruptedName } from './interrupted-name.ts'
import type { PayingItem } from './paying-item.ts'
import { PayingItemShape } from './remembered-payment.ts'

const Interrupted = z.nullable(PayingItemShape)

/** Stores what is being paid in this tab, so that the payment opens again once the page has been loaded anew. */
export function storeInterrupted(item: PayingItem) {
  inStorage((storage) => storage.setItem(interruptedName, JSON.stringify(item)))
}

/** What was being paid when the page was loaded anew, once. */
export function takeInterrupted(): PayingItem | null {
  const stored = Interrupted.safeParse(inStorage((storage) => JSON.parse(storage.getItem(interruptedName) ?? 'null')))
  inStorage((storage) => storage.removeItem(interruptedName))
  return stored.success ? stored.data : null
}

// A browser may store nothing; the payment is then opened again by hand.
function inStorage<Stored>(use: (storage: Storage) => Stored): Stored | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
