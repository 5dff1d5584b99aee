import { findMoveObstacle } from '../rules.ts'
import { DiscountHandlingDialog } from './discount-handling-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { MoveWarningDialog } from './move-warning-dialog.tsx'
import type { ShareModel } from './parse-share.ts'
import { PercentageDialog } from './percentage-dialog.tsx'

/** The actions on a contract's share in a battery. */
export type ShareAction = 'change' | 'lock' | 'unlock' | 'use' | 'move'

export type ShareDialogProps = {
  share: ShareModel
  /** The name of the contract. */
  contract: string
  onClose: () => void
}

export type MoveDialogProps = ShareDialogProps & {
  /** The batteries in which the contract already has a share. */
  sharedIds: readonly number[]
}

/** Shows the dialog of an action, or the warning that prevents a move. */
export function ShareDialog({ action, today, ...props }: MoveDialogProps & { action: ShareAction; today: string }) {
  const obstacle = findMoveObstacle(props.share, today)
  switch (action) {
    case 'change':
    case 'unlock':
      return <PercentageDialog {...props} />
    case 'lock':
      return <LockDialog {...props} />
    case 'use':
      return <DiscountHandlingDialog {...props} />
    case 'move':
      return obstacle === null || obstacle === 'battery_not_active' ? (
        <MoveDialog {...props} />
      ) : (
        <MoveWarningDialog {...props} obstacle={obstacle} />
      )
  }
}
