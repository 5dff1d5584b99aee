import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import type { PayingItem } from './paying-item.ts'
import { TransferDetails } from './transfer-details.tsx'

/** Offers a transfer to whoever has no card, or whose card is not taken. */
export function TransferInstead({ item }: { item: PayingItem }) {
  const t = useTranslations('payments.transfer')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <TransferDetails item={item} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)}>
      {t('open')}
    </Button>
  )
}
