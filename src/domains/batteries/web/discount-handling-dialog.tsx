import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { chooseDiscounts } from '../api.ts'
import { type DiscountHandling, discountHandlings } from '../rules.ts'
import { ChangedShare } from './changed-share.tsx'
import type { ShareDialogProps } from './share-dialog.tsx'
import { useShareChange } from './use-share-change.ts'

/** Chooses how a contract's part of a battery is handled. */
export function DiscountHandlingDialog({ share, contract, onClose }: ShareDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const showToast = useToast()
  const change = useShareChange(share)
  const { make, isSending, failure } = change
  const [handling, choose] = useState<DiscountHandling>(share.isApplied ? 'aplicar' : 'guardar')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const params = { contractName: contract, bateriaId: String(share.batteryId) }
    if (!(await make((version) => send(chooseDiscounts, { params, body: { valor_descomptes: handling, version } }))))
      return
    showToast(t('use.done'))
    onClose()
  }

  return (
    <Dialog title={t('use.title')} subject={t('subject', { wallet: share.battery, contract })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ErrorBanner>{failure}</ErrorBanner>
        <ChangedShare change={change} onClose={onClose} />
        <ChoiceList
          legend={t('use.legend')}
          options={discountHandlings.map((value) => ({ value, label: t(`types.${value}`) }))}
          value={handling}
          onValue={choose}
        />
        <DialogActions>
          <Button variant="second" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isBusy={isSending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
