import { useState } from 'react'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
import type { PayingItem } from './paying-item.ts'

/** What a page's payment desk is open for: something to be paid, or a payment that the bank's page sent the browser back from. */
export type Paying = { kind: 'item'; item: PayingItem } | { kind: 'returned'; paymentId: string }

/** What is being paid on a page, if anything; the page shows its payment desk as long as there is something. */
export function usePaying() {
  const [paying, setPaying] = useState<Paying | null>(null)
  useTakenFromAddress('payment_intent', (paymentId) => setPaying({ kind: 'returned', paymentId }))
  return {
    paying,
    pay: (item: PayingItem) => setPaying({ kind: 'item', item }),
    stop: () => setPaying(null),
  }
}
