import { useSuspenseQuery } from '@tanstack/react-query'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { useSend } from '#kit/web/portal.ts'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
import type { InvoiceKind } from './list-address.ts'
import { owedQuery } from './queries.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** Opens the payment of the oldest invoice that is owed when the address asks to pay online, for whoever may pay. */
export function usePayOnline(kind: InvoiceKind, onPay: (invoice: ReadInvoice) => void) {
  const { data: owed } = useSuspenseQuery(owedQuery(useSend(), kind))
  const isReadonly = useReadonlyReason() !== undefined
  useTakenFromAddress('action', (action) => {
    const oldest = owed.items.findLast((invoice) => invoice.isPayable)
    if (action === 'payOnline' && oldest && !isReadonly) onPay(oldest)
  })
}
