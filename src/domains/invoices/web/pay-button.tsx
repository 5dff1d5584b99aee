import { type ReactNode, useTransition } from 'react'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import type { ReadInvoice } from './read-invoice.ts'

type PayButtonProps = {
  invoice: ReadInvoice
  onPay: (invoice: ReadInvoice) => void
  isSmall?: boolean
  children: ReactNode
}

/** Opens the payment of an invoice, and is busy until it stands there. Whoever only looks cannot press it. */
export function PayButton({ invoice, onPay, isSmall, children }: PayButtonProps) {
  const [isOpening, open] = useTransition()
  return (
    <Button
      isSmall={isSmall}
      isBusy={isOpening}
      whyNot={useReadonlyReason()}
      onClick={() => open(() => onPay(invoice))}
    >
      {children}
    </Button>
  )
}
