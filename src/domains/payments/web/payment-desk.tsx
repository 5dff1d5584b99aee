import { useState } from 'react'
import { PaymentDialog } from './payment-dialog.tsx'
import { recallPayment } from './remembered-payment.ts'
import type { Paying } from './use-paying.ts'

type PaymentDeskProps = {
  paying: Paying
  onClose: () => void
  /** Money has moved, or may have. */
  onSettled: () => void
}

/** Takes a payment over a page, or goes on with the one that the browser comes back with, where it is still known of what. */
export function PaymentDesk({ paying, onClose, onSettled }: PaymentDeskProps) {
  const [returned] = useState(() => (paying.kind === 'returned' ? recallPayment(paying.paymentId) : null))
  const item = paying.kind === 'item' ? paying.item : returned?.item
  return item ? <PaymentDialog item={item} returned={returned} onClose={onClose} onSettled={onSettled} /> : null
}
