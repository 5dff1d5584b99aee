import * as z from 'zod/mini'
import type { PayableItem } from '../payable-item.ts'
import { interruptedName } from './interrupted-storage.ts'
import { PayableItemSchema } from './pending-payment.ts'

const InterruptedSchema = z.nullable(PayableItemSchema)

/** Stores what is being paid in this tab, so that the payment reopens after a page reload. */
export function storeInterrupted(item: PayableItem) {
  inStorage((storage) => storage.setItem(interruptedName, JSON.stringify(item)))
}

/** Returns what was being paid when the page was reloaded, only once. */
export function claimInterrupted(): PayableItem | null {
  const stored = InterruptedSchema.safeParse(
    inStorage((storage) => JSON.parse(storage.getItem(interruptedName) ?? 'null')),
  )
  inStorage((storage) => storage.removeItem(interruptedName))
  return stored.success ? stored.data : null
}

// Storage may be unavailable; the user then reopens the payment manually.
function inStorage<Stored>(use: (storage: Storage) => Stored): Stored | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
