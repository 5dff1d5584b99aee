import { useTranslations } from 'use-intl'
import { useCustomerSettings, useFlag, useSettings } from '#domains/retailer/web/settings.ts'
import { Button, ButtonLink } from '#kit/web/action/button.tsx'
import { telAddress } from '#kit/web/navigation/tel-address.ts'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import type { MoveObstacle } from '../rules.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

type MoveWarningDialogProps = ShareDialogProps & { obstacle: Exclude<MoveObstacle, 'battery_not_active'> }

/** Explains why a share cannot be moved and what the customer can do instead. */
export function MoveWarningDialog({ share, contract, obstacle, onClose }: MoveWarningDialogProps) {
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
      <p>{t(`warnings.${obstacle}.text`)}</p>
      {isToBeTalkedOver && !canWrite && <ContactDetails />}
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('close')}
        </Button>
        {isToBeTalkedOver && canWrite && <ButtonLink href="/contact">{t('warnings.contact')}</ButtonLink>}
      </DialogActions>
    </Dialog>
  )
}

/** Shows how to contact the retailer where messages cannot be sent in the portal. */
function ContactDetails() {
  const t = useTranslations('batteries.warnings.reach')
  const { phone, email } = useSettings().organization
  const channel = phone && email ? 'both' : phone ? 'phone' : 'email'
  if (!phone && !email) return null
  return (
    <p>
      {t.rich(channel, {
        phone: () => <a href={telAddress(phone)}>{phone}</a>,
        email: () => <a href={`mailto:${email}`}>{email}</a>,
      })}
    </p>
  )
}
