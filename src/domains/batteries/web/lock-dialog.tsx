import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { changePercentage } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import type { ShareDialogProps } from './share-dialog.tsx'
import { useChange } from './use-change.ts'

/** Locks a wallet for a contract: its part becomes 0 %. */
export function LockDialog({ share, contract, onClose }: ShareDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const say = useToast()
  const change = useChange(share)
  const { make, isSending, failure } = change

  async function lock() {
    const params = { contractName: contract, bateriaId: String(share.batteryId) }
    if (!(await make((version) => send(changePercentage, { params, body: { pes_percentatge: 0, version } })))) return
    say(t('lock.done'))
    onClose()
  }

  return (
    <Dialog title={t('lock.title')} subject={t('subject', { wallet: share.battery, contract })} onClose={onClose}>
      <Failure>{failure}</Failure>
      <ChangedShare change={change} onClose={onClose} />
      <p>{t('lock.words', { percentage: share.percentage })}</p>
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
