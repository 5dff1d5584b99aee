import { useTranslations } from 'use-intl'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { useHasPage } from '#kit/web/known-pages.ts'
import type { MoveObstacle } from '../rules.ts'
import type { ShareDialogProps } from './share-dialog.tsx'

type WarningDialogProps = ShareDialogProps & { obstacle: Exclude<MoveObstacle, 'battery_not_active'> }

/** Why a share cannot be moved, and what can be done instead. */
export function WarningDialog({ share, contract, obstacle, onClose }: WarningDialogProps) {
  const t = useTranslations('batteries')
  const hasPage = useHasPage()
  return (
    <Dialog
      title={t(`warnings.${obstacle}.title`)}
      subject={t('subject', { wallet: share.battery, contract })}
      onClose={onClose}
    >
      <p>{t(`warnings.${obstacle}.words`)}</p>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('close')}
        </Button>
        {obstacle === 'self_consumption' && hasPage('/contact') && (
          <ButtonLink href="/contact">{t('warnings.contact')}</ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  )
}
