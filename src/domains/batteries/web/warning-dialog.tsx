import { useTranslations } from 'use-intl'
import { useCustomerSettings, useFlag, useSettings } from '#domains/operator/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { telAddress } from '#kit/web/tel-address.ts'
import type { MoveObstacle } from '../rules.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

type WarningDialogProps = ShareDialogProps & { obstacle: Exclude<MoveObstacle, 'battery_not_active'> }

/** Why a share cannot be moved, and what can be done instead. */
export function WarningDialog({ share, contract, obstacle, onClose }: WarningDialogProps) {
  const t = useTranslations('batteries')
  const { contact } = useCustomerSettings().features
  const canWrite = useFlag('crm.case') && contact
  const isToBeTalkedOver = obstacle === 'self_consumption'
  return (
    <Dialog
      title={t(`warnings.${obstacle}.title`)}
      subject={t('subject', { wallet: share.battery, contract })}
      onClose={onClose}
    >
      <p>{t(`warnings.${obstacle}.words`)}</p>
      {isToBeTalkedOver && !canWrite && <Reach />}
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('close')}
        </Button>
        {isToBeTalkedOver && canWrite && <ButtonLink href="/contact">{t('warnings.contact')}</ButtonLink>}
      </DialogActions>
    </Dialog>
  )
}

/** How the retailer is reached where it takes no letters here. */
function Reach() {
  const t = useTranslations('batteries.warnings.reach')
  const { phone, email } = useSettings().organization
  const way = phone && email ? 'both' : phone ? 'phone' : 'email'
  if (!phone && !email) return null
  return (
    <p>
      {t.rich(way, {
        phone: () => <a href={telAddress(phone)}>{phone}</a>,
        email: () => <a href={`mailto:${email}`}>{email}</a>,
      })}
    </p>
  )
}
