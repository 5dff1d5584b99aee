import { useState } from 'react'
import { Button } from '#kit/web/action/button.tsx'

type ConfirmButtonProps = {
  label: string
  /** The label after the first press: what the second press will do. */
  confirmLabel: string
  isBusy?: boolean
  /** Why the button is disabled here. */
  disabledReason?: string | undefined
  onConfirm: () => void
}

/** A button for actions that need confirmation: the action runs on the second press. */
export function ConfirmButton({ label, confirmLabel, isBusy, disabledReason, onConfirm }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      disabledReason={disabledReason}
      onClick={() => (isConfirming ? onConfirm() : setConfirming(true))}
    >
      {isConfirming ? confirmLabel : label}
    </Button>
  )
}
