import { useTranslations } from 'use-intl'
import { arrowsSwap, invoice, lock, pen } from '#kit/web/graphics/icons.ts'
import { Menu, type MenuItem } from '#kit/web/overlay/menu.tsx'
import { useReadonlyReason } from '#kit/web/use-readonly-reason.ts'
import { isWithinDates } from '../rules.ts'
import type { ShareModel } from './parse-share.ts'
import type { ShareAction } from './share-dialog.tsx'

type ShareMenuProps = {
  share: ShareModel
  /** Whether the contract is active; no other contract can be changed. */
  isActive: boolean
  today: string
  onAct: (action: ShareAction) => void
}

/** Shows the actions on a share, or their disabled reason. */
export function ShareMenu({ share, isActive, today, onAct }: ShareMenuProps) {
  const t = useTranslations('batteries')
  const disabledReason = useDisabledReason({ share, isActive, today })
  const item = (key: ShareAction, icon: string): MenuItem => ({
    key,
    icon,
    label: t(`actions.${key}`),
    disabledReason,
    onChoose: () => onAct(key),
  })
  const isLocked = share.percentage === 0
  return (
    <Menu
      subject={share.battery}
      items={[
        isLocked ? item('unlock', lock) : item('change', pen),
        ...(isLocked ? [] : [item('lock', lock)]),
        item('use', invoice),
        item('move', arrowsSwap),
      ]}
    />
  )
}

function useDisabledReason({ share, isActive, today }: Omit<ShareMenuProps, 'onAct'>): string | undefined {
  const t = useTranslations('batteries.refusals')
  const readonlyReason = useReadonlyReason()
  if (readonlyReason) return readonlyReason
  if (!isActive) return t('contract_not_active')
  return isWithinDates(share, today) ? undefined : t('battery_not_active')
}
