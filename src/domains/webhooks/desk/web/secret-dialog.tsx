import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Identifier } from '#kit/web/display/identifier.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'

/** Shows a secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('desk-webhooks.secret')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{t('text')}</p>
      <p>
        <Identifier groups={secret.match(/.{1,10}/g)!} value={secret} label={t('label')} />
      </p>
      <DialogActions>
        <Button onClick={onClose}>{t('kept')}</Button>
      </DialogActions>
    </Dialog>
  )
}
