import { useEffect, useState } from 'react'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
import { interruptedName, isStored } from './interrupted-name.ts'
import type { PayingItem } from './paying-item.ts'

/**
 * What a page's payment desk is open for: something to be paid, perhaps again after the page was loaded anew for it, or a
 * payment that the bank's page sent the browser back from.
 */
export type Paying = { kind: 'item'; item: PayingItem; isReloaded?: boolean } | { kind: 'returned'; paymentId: string }

/** What is being paid on a page, if anything; the page shows its payment desk as long as there is something. */
export function usePaying() {
  const [paying, setPaying] = useState<Paying | null>(null)
  useTakenFromAddress('payment_intent', (paymentId) => setPaying({ kind: 'returned', paymentId }))
  useEffect(() => {
    // Nearly nobody comes back so, and the page of invoices is to weigh little.
    if (!isStored(interruptedName)) return
    void import('./interrupted-payment.ts').then(({ takeInterrupted }) => {
      const item = takeInterrupted()
      if (item) setPaying({ kind: 'item', item, isReloaded: true })
    })
  }, [])
  return {
    paying,
    pay: (item: PayingItem) => setPaying({ kind: 'item', item }),
    stop: () => setPaying(null),
  }
}
