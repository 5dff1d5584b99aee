import * as z from 'zod/mini'
import { itemKinds } from '../rules.ts'

/** What is paid, as a browser stores it. */
export const PayingItemShape = z.object({
  id: z.int(),
  kind: z.enum(itemKinds),
  number: z.string(),
  amountCents: z.int(),
})

const RememberedPayment = z.object({ paymentId: z.string(), platform: z.string(), item: PayingItemShape })
/** A payment whose holder is away at their bank. */
export type RememberedPayment = z.output<typeof RememberedPayment>

const storageName = 'payment'

/** Keeps what is being paid while the browser may be away at the bank's page. */
export function rememberPayment(payment: RememberedPayment) {
  inStorage((storage) => storage.setItem(storageName, JSON.stringify(payment)))
}

/** What was being paid with this payment when the browser left, or null when that is not known here. */
export function recallPayment(paymentId: string): RememberedPayment | null {
  const kept = RememberedPayment.safeParse(inStorage((storage) => JSON.parse(storage.getItem(storageName) ?? 'null')))
  return kept.success && kept.data.paymentId === paymentId ? kept.data : null
}

/** Forgets it, once the payment has come to an end. */
export function forgetPayment() {
  inStorage((storage) => storage.removeItem(storageName))
}

// A browser may keep nothing, and somebody may have put something else there. A payment goes on without.
function inStorage<Kept>(use: (storage: Storage) => Kept): Kept | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
