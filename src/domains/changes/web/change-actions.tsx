import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import { useReadonlyReason } from '#domains/session/web/use-readonly-reason.ts'
import { Button } from '#kit/web/button.tsx'
import { formatPower } from '#vocabulary/format.ts'
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
  const presentOf = usePresent(contract)
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
          <div className={styles.what}>
            <p>
              {t(`present.names.${change}`)}: <b>{presentOf(change)}</b>
            </p>
            <p className="small soft">{whyThis(change) ?? noteOf(change)}</p>
          </div>
          {button(change)}
        </li>
      ))}
    </ul>
  )
}

/** What stands now of what can be changed. */
function usePresent({ powerWatts, account, sipsCession }: ChangedContract): (change: SignedChange) => string {
  const t = useTranslations('changes')
  const locale = useLocale()
  const power = () => {
    const powers = powerWatts.map((watts) => formatPower(watts, locale))
    if (new Set(powers).size <= 1) return powers[0] ?? formatPower(null, locale)
    const nameOf = (place: number) =>
      powers.length > 2 ? `P${place + 1}` : t(`power.field.${place === 0 ? 'peak' : 'valley'}`)
    return powers.map((each, place) => `${nameOf(place)} ${each}`).join(' · ')
  }
  return (change) => {
    if (change === 'power') return power()
    if (change === 'iban') return account?.masked ?? t('present.values.noAccount')
    return t(`present.values.${sipsCession}`)
  }
}
