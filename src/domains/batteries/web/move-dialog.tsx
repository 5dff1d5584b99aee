import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState, ErrorState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { ProgressAnimation } from '#kit/web/graphics/progress-animation.tsx'
import { Dialog, DialogActions } from '#kit/web/overlay/dialog.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import { useSend } from '#kit/web/portal.ts'
import { moveShare } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import { BatteryStep, ConfirmStep, PercentageStep } from './move-steps.tsx'
import type { MoveDialogProps } from './share-dialog.tsx'
import { useShareChange } from './use-share-change.ts'
import { type ShareMove, useShareMove } from './use-share-move.ts'

/** Moves a contract's share to another battery in three steps: target battery, percentage and confirmation. */
export function MoveDialog({ share, contract, sharedIds, onClose }: MoveDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const showToast = useToast()
  const change = useShareChange(share)
  const { make, isSending, failure } = change
  const choices = useShareMove({ share, contract, sharedIds })
  const { step, to, percentage } = choices
  async function move() {
    if (!to || percentage === null) return
    const params = { contractName: contract, bateriaOrigenId: String(share.batteryId) }
    const body = { pes_percentatge: percentage, bateria_desti: to.id }
    if (!(await make((version) => send(moveShare, { params, body: { ...body, version } })))) return
    showToast(t('move.done', { wallet: to.name }))
    onClose()
  }

  const disabledReasons = {
    wallet: to ? undefined : t('move.chooseFirst'),
    percentage: choices.isFitting ? undefined : t('move.fixFirst'),
  }
  const subject = t('subject', { wallet: share.battery, contract })
  return (
    <Dialog
      title={t(isSending ? 'move.sending.title' : `move.${step}.title`)}
      subject={`${t('move.step', { number: choices.number, count: choices.count })} · ${subject}`}
      isClosable={!isSending}
      onClose={onClose}
    >
      {isSending ? (
        <div role="status">
          <ProgressAnimation />
          <p>{t('move.sending.text')}</p>
        </div>
      ) : (
        <>
          <ErrorBanner>{failure}</ErrorBanner>
          <ChangedShare change={change} onClose={onClose} />
          <MoveStep share={share} choices={choices} />
          <DialogActions>
            <Button variant="second" onClick={() => (step === 'wallet' ? onClose() : choices.goBack())}>
              {t(step === 'wallet' ? 'cancel' : 'move.back')}
            </Button>
            {step === 'confirm' ? (
              <Button onClick={move}>{t('move.submit')}</Button>
            ) : (
              <Button disabledReason={disabledReasons[step]} onClick={choices.goOn}>
                {t('move.next')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

function MoveStep({ share, choices: moving }: Pick<MoveDialogProps, 'share'> & { choices: ShareMove }) {
  const t = useTranslations('batteries')
  const { step, to, toId, choices, others, percentage, failedQuery } = moving
  if (failedQuery)
    return (
      <ErrorState
        title={t('unread.title')}
        failure={failedQuery.error}
        onRetry={() => void failedQuery.refetch()}
        isRetrying={failedQuery.isFetching}
      >
        {t('unread.text')}
      </ErrorState>
    )
  if (moving.isLoading) return <Skeleton kind="rows" count={3} />
  if (choices.length === 0) return <EmptyState title={t('move.wallet.none')}>{t('move.wallet.noneText')}</EmptyState>
  if (step === 'wallet' || !to) return <BatteryStep choices={choices} chosenId={toId} onChoose={moving.chooseOther} />
  if (!others) return <Skeleton kind="rows" count={3} />
  if (step === 'percentage' || percentage === null)
    return <PercentageStep to={to} others={others} text={moving.text} onText={moving.setText} />
  return <ConfirmStep share={share} to={to} others={others} percentage={percentage} />
}
