import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import type { PayableItem } from '../payable-item.ts'
import { TransferDetails } from './transfer-details.tsx'

/** Offers a transfer to users without a card, or whose card is not accepted. */
export function TransferInstead({ item }: { item: PayableItem }) {
  const t = useTranslations('payments.transfer')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <TransferDetails item={item} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      {t('open')}
    </Button>
  )
}
