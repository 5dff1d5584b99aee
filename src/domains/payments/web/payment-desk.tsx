import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Search } from '#kit/web/page.ts'
import { useTakenFromAddress } from '#kit/web/use-taken-from-address.ts'
import { returnStatus } from '../paths.ts'
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
  const status = (useSearch({ strict: false }) as Search)[returnStatus]
  const [returned] = useState(() => {
    const known = paying.kind === 'returned' ? recallPayment(paying.paymentId) : null
    return known && { ...known, isGivenUp: status === 'failed' }
  })
  useTakenFromAddress(returnStatus, () => {})
  const item = paying.kind === 'item' ? paying.item : returned?.item
  const isReloaded = paying.kind === 'item' && paying.isReloaded
  return item ? <PaymentDialog {...{ item, returned, isReloaded, onClose, onSettled }} /> : null
}
