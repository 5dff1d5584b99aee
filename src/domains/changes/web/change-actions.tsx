import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { Button } from '#kit/web/action/button.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { formatPower } from '#vocabulary/format.ts'
import type { SignedChange } from '../rules.ts'
import styles from './change-actions.module.css'
import type { ChangeableContract } from './changeable-contract.ts'

type ChangeActionsProps = {
  contract: ChangeableContract
  offered: readonly SignedChange[]
  disabledReasonOf: (change: SignedChange) => string | undefined
  onOpen: (change: SignedChange) => void
}

/**
 * The changes that can be requested: each with its explanation, or as buttons in one row, as the retailer configures.
 */
export function ChangeActions({ contract, offered, disabledReasonOf, onOpen }: ChangeActionsProps) {
  const t = useTranslations('changes')
  const { horizontalButtons } = useCustomerSettings().features
  const readonlyReason = useReadonlyReason()
  const noteOf = (change: SignedChange) =>
    change === 'no_cession_sips' && contract.sipsCession === 'active' ? t('notes.sipsActive') : t(`notes.${change}`)
  const currentValueOf = useCurrentValues(contract)
  // The page already states once that a contract cannot be changed at all, or not by a read-only user.
  const shownReasonOf = (change: SignedChange) => {
    const reason = disabledReasonOf(change)
    return contract.isActive && reason !== readonlyReason ? reason : undefined
  }
  const button = (change: SignedChange) => (
    <Button
      key={change}
      variant="second"
      isSmall={!horizontalButtons}
      disabledReason={disabledReasonOf(change)}
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
              {t(`present.names.${change}`)}: <b>{currentValueOf(change)}</b>
            </p>
            <p className="small soft">{shownReasonOf(change) ?? noteOf(change)}</p>
          </div>
          {button(change)}
        </li>
      ))}
    </ul>
  )
}

/** Returns the current value of each change as display text. */
function useCurrentValues({
  powerWatts,
  account,
  paymentMeans,
  sipsCession,
}: ChangeableContract): (change: SignedChange) => string {
  const t = useTranslations('changes')
  const locale = useLocale()
  const power = () => {
    const powers = powerWatts.map((watts) => formatPower(watts, locale))
    if (new Set(powers).size <= 1) return powers[0] ?? formatPower(null, locale)
    const nameOf = (index: number) =>
      powers.length > 2 ? `P${index + 1}` : t(`power.field.${index === 0 ? 'peak' : 'valley'}`)
    return powers.map((each, index) => `${nameOf(index)} ${each}`).join(' · ')
  }
  return (change) => {
    if (change === 'power') return power()
    if (change === 'iban' && paymentMeans !== 'direct_debit') return t(`iban.means.${paymentMeans}`)
    if (change === 'iban') return account?.masked ?? t('present.values.noAccount')
    return t(`present.values.${sipsCession}`)
  }
}
