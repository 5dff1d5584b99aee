import * as z from 'zod/mini'
import { itemKinds } from '../../rules.ts'

/** The item that is paid, as stored in the browser. */
export const PayableItemSchema = z.object({
  id: z.int(),
  kind: z.enum(itemKinds),
  number: z.string(),
  amountCents: z.int(),
})

const PendingPayment = z.object({ paymentId: z.string(), platform: z.string(), item: PayableItemSchema })
/** A payment whose holder is at their bank. */
export type PendingPayment = z.output<typeof PendingPayment>

const storageName = 'payment'

/** Stores the item that is being paid while the browser may be on the bank's page. */
export function storePendingPayment(payment: PendingPayment) {
  inStorage((storage) => storage.setItem(storageName, JSON.stringify(payment)))
}

/** Returns the item that was being paid with this payment when the browser left, or null if it is not known here. */
export function findPendingPayment(paymentId: string): PendingPayment | null {
  const stored = PendingPayment.safeParse(inStorage((storage) => JSON.parse(storage.getItem(storageName) ?? 'null')))
  return stored.success && stored.data.paymentId === paymentId ? stored.data : null
}

/** Deletes the stored payment, once it has ended. */
export function deletePendingPayment() {
  inStorage((storage) => storage.removeItem(storageName))
}

// Storage may be unavailable or hold something else. The payment continues without it.
function inStorage<Stored>(use: (storage: Storage) => Stored): Stored | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
