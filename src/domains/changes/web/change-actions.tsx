import { useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
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
  const noteOf = (change: SignedChange) =>
    change === 'no_cession_sips' && contract.sipsCession === 'active' ? t('notes.sipsActive') : t(`notes.${change}`)
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
          {/* Of a contract that is not active the page has said so once. */}
          <p className="small soft">{(contract.isActive && whyNot(change)) || noteOf(change)}</p>
          {button(change)}
        </li>
      ))}
    </ul>
  )
}
