import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#kit/web/button.tsx'
import type { PayingItem } from './paying-item.ts'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

/** Opens where and with which words to send the money for something. */
export function TransferButton({
  item,
  isSmall,
  children,
}: {
  item: PayingItem
  isSmall?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="second" isSmall={isSmall} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Suspense>{isOpen && <TransferDialog item={item} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
