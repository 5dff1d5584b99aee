import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { changePercentage } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import { DistributionPreview } from './distribution.tsx'
import { findOtherShares, type OtherShares } from './other-shares.ts'
import { PercentageField, parsePercentage } from './percentage-field.tsx'
import { distributionQuery } from './queries.ts'
import type { ShareDialogProps } from './share-dialog.tsx'
import { useShareChange } from './use-share-change.ts'

/** Changes the contract's percentage of the battery, or sets one again if it is locked. */
export function PercentageDialog({ share, contract, onClose }: ShareDialogProps) {
  const t = useTranslations('batteries')
  const { data, isPending, isError, error, isFetching, refetch } = useQuery(
    distributionQuery(useSend(), share.batteryId),
  )
  return (
    <Dialog
      title={t(share.percentage === 0 ? 'unlock.title' : 'change.title')}
      subject={t('subject', { wallet: share.battery, contract })}
      onClose={onClose}
    >
      {isPending && <Skeleton kind="rows" count={3} />}
      {isError && (
        <ErrorState title={t('unread.title')} failure={error} onRetry={() => void refetch()} isRetrying={isFetching}>
          {t('unread.text')}
        </ErrorState>
      )}
      {data && (
        <PercentageForm
          share={share}
          contract={contract}
          others={findOtherShares(data, contract, share.percentage)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

function PercentageForm({ share, contract, others, onClose }: ShareDialogProps & { others: OtherShares }) {
  const t = useTranslations('batteries')
  const send = useSend()
  const showToast = useToast()
  const change = useShareChange(share)
  const { make, isSending, failure } = change
  const isLocked = share.percentage === 0
  const [text, setText] = useState(String(isLocked ? others.free : share.percentage))
  const percentage = parsePercentage(text)
  const isWrong = percentage === null || percentage > others.free || (isLocked && percentage === 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (percentage === null || isWrong) return
    const params = { contractName: contract, bateriaId: String(share.batteryId) }
    if (!(await make((version) => send(changePercentage, { params, body: { pes_percentatge: percentage, version } }))))
      return
    showToast(t(percentage === 0 ? 'lock.done' : 'change.done', { percentage }))
    onClose()
  }

  return (
    <form className="stack" onSubmit={submit}>
      <ErrorBanner>{failure}</ErrorBanner>
      <ChangedShare change={change} onClose={onClose} />
      <PercentageField text={text} onText={setText} free={others.free} />
      <DistributionPreview wallet={share.battery} others={others} percentage={percentage ?? 0} />
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" isBusy={isSending} disabledReason={isWrong ? t('move.fixFirst') : undefined}>
          {t(isLocked ? 'unlock.submit' : 'save')}
        </Button>
      </DialogActions>
    </form>
  )
}
