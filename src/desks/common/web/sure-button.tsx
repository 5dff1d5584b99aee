import { useState } from 'react'
import { Button } from '#kit/web/button.tsx'

type SureButtonProps = {
  label: string
  /** What it says once it was pressed: what would happen now. */
  sure: string
  isBusy?: boolean
  /** Why it cannot be pressed here. */
  whyNot?: string | undefined
  onSure: () => void
}

/** Something that an operator might not mean: it is done when it is pressed once more. */
export function SureButton({ label, sure, isBusy, whyNot, onSure }: SureButtonProps) {
  const [isSure, setSure] = useState(false)
  return (
    <Button variant="quiet" isBusy={isBusy} whyNot={whyNot} onClick={() => (isSure ? onSure() : setSure(true))}>
      {isSure ? sure : label}
    </Button>
  )
}
