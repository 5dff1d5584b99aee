import { moveObstacleOn } from '../rules.ts'
import { LockDialog } from './lock-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PercentageDialog } from './percentage-dialog.tsx'
import type { ReadShare } from './read-share.ts'
import { UseDialog } from './use-dialog.tsx'
import { WarningDialog } from './warning-dialog.tsx'

/** What can be done with a contract's share in a wallet. */
export type ShareAction = 'change' | 'lock' | 'unlock' | 'use' | 'move'

export type ShareDialogProps = {
  share: ReadShare
  /** The name of the contract. */
  contract: string
  onClose: () => void
}

export type MoveDialogProps = ShareDialogProps & {
  /** The wallets that already give the contract a part. */
  sharedIds: readonly number[]
}

/** The dialog of an action; in its place the warning that stands in the way of a move. */
export function ShareDialog({ action, today, ...props }: MoveDialogProps & { action: ShareAction; today: string }) {
  const obstacle = moveObstacleOn(props.share, today)
  switch (action) {
    case 'change':
    case 'unlock':
      return <PercentageDialog {...props} />
    case 'lock':
      return <LockDialog {...props} />
    case 'use':
      return <UseDialog {...props} />
    case 'move':
      return obstacle === null || obstacle === 'battery_not_active' ? (
        <MoveDialog {...props} />
      ) : (
        <WarningDialog {...props} obstacle={obstacle} />
      )
  }
}
