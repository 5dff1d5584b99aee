import { type ReactNode, useTransition } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import type { InvoiceModel } from '../parse-invoice.ts'

type PayButtonProps = {
  invoice: InvoiceModel
  onPay: (invoice: InvoiceModel) => void
  isSmall?: boolean
  children: ReactNode
}

/** Opens the payment of an invoice, and is busy until the dialog is shown. It is disabled for read-only users. */
export function PayButton({ invoice, onPay, isSmall, children }: PayButtonProps) {
  const [isOpening, open] = useTransition()
  return (
    <Button
      isSmall={isSmall}
      isBusy={isOpening}
      disabledReason={useReadonlyReason()}
      onClick={() => open(() => onPay(invoice))}
    >
      {children}
    </Button>
  )
}
