import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import type { SignedChange } from '../rules.ts'
import styles from './change-actions.module.css'
import type { ChangedContract } from './changed-contract.ts'

type ChangeActionsProps = {
  contract: ChangedContract
  offered: readonly SignedChange[]
  whyNot: (change: SignedChange) => string | undefined
  onOpen: (change: SignedChange) => void
}

/** The changes that can be asked for: each with what it is, or their buttons in one row, as the retailer prefers. */
export function ChangeActions({ contract, offered, whyNot, onOpen }: ChangeActionsProps) {
  const t = useTranslations('changes')
  const { horizontalButtons } = useCustomerSettings().features
  const readonlyReason = useReadonlyReason()
  const noteOf = (change: SignedChange) =>
    change === 'no_cession_sips' && contract.sipsCession === 'active' ? t('notes.sipsActive') : t(`notes.${change}`)
  // That nothing of a contract can be changed, or by nobody who only looks, the page has said once.
  const whyThis = (change: SignedChange) => {
    const reason = whyNot(change)
    return contract.isActive && reason !== readonlyReason ? reason : undefined
  }
  const button = (change: SignedChange) => (
    <Button
      key={change}
      variant="second"
      isSmall={!horizontalButtons}
      whyNot={whyNot(change)}
      onClick={() => onOpen(change)}
    >
      {t(`actions.${change}`)}
    </Button>
  )
  if (horizontalButtons) return <div className="line">{offered.map(button)}</div>
  return (
    <ul className={styles.actions}>
      {offered.map((change) => (
        <li key={change}>
          <p className="small soft">{whyThis(change) ?? noteOf(change)}</p>
          {button(change)}
        </li>
      ))}
    </ul>
  )
}
