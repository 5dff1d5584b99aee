import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useOneTimeSearchParam } from '#kit/web/navigation/use-one-time-search-param.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { returnStatus } from '../paths.ts'
import { findPendingPayment } from './interrupted/pending-payment.ts'
import { ItemPaymentDialog } from './item-payment-dialog.tsx'
import type { PaymentTarget } from './use-payment-target.ts'

type PaymentDialogProps = {
  target: PaymentTarget
  onClose: () => void
  /** Called when money has moved, or may have. */
  onSettled: () => void
}

/** Opens a payment over a page, or resumes the one that the browser returns with, if its item is still known. */
export function PaymentDialog({ target, onClose, onSettled }: PaymentDialogProps) {
  const status = (useSearch({ strict: false }) as SearchParams)[returnStatus]
  const [returned] = useState(() => {
    const stored = target.kind === 'returned' ? findPendingPayment(target.paymentId) : null
    return stored && { ...stored, isGivenUp: status === 'failed' }
  })
  useOneTimeSearchParam(returnStatus, () => {})
  const item = target.kind === 'item' ? target.item : returned?.item
  const isReloaded = target.kind === 'item' && target.isReloaded
  return item ? <ItemPaymentDialog {...{ item, returned, isReloaded, onClose, onSettled }} /> : null
}
