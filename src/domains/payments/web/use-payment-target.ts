import { useEffect, useState } from 'react'
import { useOneTimeSearchParam } from '#kit/web/navigation/use-one-time-search-param.ts'
import { hasStoredItem, interruptedName } from './interrupted/interrupted-storage.ts'
import type { PayableItem } from './payable-item.ts'

/**
 * What the payment dialog of a page is open for: an item, possibly after a reload of the page for it, or a payment that
 * the bank's page sent the browser back from.
 */
export type PaymentTarget =
  | { kind: 'item'; item: PayableItem; isReloaded?: boolean }
  | { kind: 'returned'; paymentId: string }

/** Returns what is being paid on a page, if anything; the page shows its payment dialog while there is something. */
export function usePaymentTarget() {
  const [target, setTarget] = useState<PaymentTarget | null>(null)
  useOneTimeSearchParam('payment_intent', (paymentId) => setTarget({ kind: 'returned', paymentId }))
  useEffect(() => {
    // Reopening after a reload is rare, and the invoices page should stay small.
    if (!hasStoredItem(interruptedName)) return
    void import('./interrupted/interrupted-payment.ts').then(({ claimInterrupted }) => {
      const item = claimInterrupted()
      if (item) setTarget({ kind: 'item', item, isReloaded: true })
    })
  }, [])
  return {
    paying: target,
    pay: (item: PayableItem) => setTarget({ kind: 'item', item }),
    stop: () => setTarget(null),
  }
}
