import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { changePercentage } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import type { ShareDialogProps } from './share-dialog.tsx'
import { useShareChange } from './use-share-change.ts'

/** Locks a battery for a contract: its percentage becomes 0 %. */
export function LockDialog({ share, contract, onClose }: ShareDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const showToast = useToast()
  const change = useShareChange(share)
  const { make, isSending, failure } = change

  async function lock() {
    const params = { contractName: contract, bateriaId: String(share.batteryId) }
    if (!(await make((version) => send(changePercentage, { params, body: { pes_percentatge: 0, version } })))) return
    showToast(t('lock.done'))
    onClose()
  }

  return (
    <Dialog title={t('lock.title')} subject={t('subject', { wallet: share.battery, contract })} onClose={onClose}>
      <ErrorBanner>{failure}</ErrorBanner>
      <ChangedShare change={change} onClose={onClose} />
      <p>{t('lock.text', { percentage: share.percentage })}</p>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button isBusy={isSending} onClick={lock}>
          {t('lock.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
