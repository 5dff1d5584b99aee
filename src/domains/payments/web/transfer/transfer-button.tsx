import { type ReactNode, Suspense, useState } from 'react'
import { Button } from '#kit/web/action/button.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useBoot } from '#kit/web/portal.ts'
import type { PayableItem } from '../payable-item.ts'
import { TransferAccount, type TransferAccountProps } from './transfer-account.tsx'

const TransferDialog = lazyPart(async () => (await import('./transfer-dialog.tsx')).TransferDialog)

/** Opens the transfer details of an item. Renders nothing behind an upstream server, which does not have them. */
export function TransferButton({
  item,
  isSmall,
  children,
}: {
  item: PayableItem
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

/** Shows the details of an awaited transfer in place, with buttons to copy them. */
export function AwaitedTransfer(props: TransferAccountProps) {
  if (useBoot().hasUpstream) return null
  return <TransferAccount {...props} />
}
