import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '#kit/web/button.tsx'
import { useBoot } from '#kit/web/portal.ts'
import type { PayingItem } from './paying-item.ts'
import type { TransferAccountProps } from './transfer-account.tsx'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))
const TransferAccount = lazy(async () => ({ default: (await import('./transfer-account.tsx')).TransferAccount }))

/** Opens where and with which words to send the money for something; nothing in front of another server, which cannot tell. */
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
  if (useBoot().hasUpstream) return null
  return (
    <>
      <Button variant="second" isSmall={isSmall} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Suspense>{isOpen && <TransferDialog item={item} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Where and with which words to send the money that is awaited by transfer, to be copied in its place. */
export function AwaitedTransfer(props: TransferAccountProps) {
  if (useBoot().hasUpstream) return null
  return (
    <Suspense>
      <TransferAccount {...props} />
    </Suspense>
  )
}
