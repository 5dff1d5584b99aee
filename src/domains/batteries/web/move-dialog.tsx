import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { EmptyState, ErrorState } from '#kit/web/empty-state.tsx'
import { ErrorBanner } from '#kit/web/error-banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { ProgressAnimation } from '#kit/web/progress-animation.tsx'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { moveShare } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import { BatteryStep, ConfirmStep, PercentageStep } from './move-steps.tsx'
import { findOtherShares } from './other-shares.ts'
import { parsePercentage } from './percentage-field.tsx'
import { batteriesQuery, distributionQuery } from './queries.ts'
import type { MoveDialogProps } from './share-dialog.tsx'
import { useShareChange } from './use-share-change.ts'

const steps = ['wallet', 'percentage', 'confirm'] as const
type Step = (typeof steps)[number]

/** Moves a contract's share to another battery in three steps: target battery, percentage and confirmation. */
export function MoveDialog({ share, contract, sharedIds, onClose }: MoveDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const showToast = useToast()
  const change = useShareChange(share)
  const { make, isSending, failure } = change
  const [step, setStep] = useState<Step>('wallet')
  const [toId, chooseWallet] = useState<number | null>(null)
  const [enteredText, setEnteredText] = useState<string | null>(null)

  const wallets = useQuery(batteriesQuery(send))
  const distribution = useQuery({ ...distributionQuery(send, toId ?? 0), enabled: toId !== null })
  const choices = wallets.data?.filter(({ id }) => !sharedIds.includes(id)) ?? []
  const to = choices.find(({ id }) => id === toId)
  const others = distribution.data && findOtherShares(distribution.data, contract, 0)
  const text = enteredText ?? String(Math.min(share.percentage || 100, others?.free ?? 0))
  const percentage = parsePercentage(text)
  const isFitting = others !== undefined && percentage !== null && percentage <= others.free
  const failedQuery = wallets.isError ? wallets : step !== 'wallet' && distribution.isError ? distribution : null

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
    percentage: isFitting ? undefined : t('move.fixFirst'),
  }
  const subject = t('subject', { wallet: share.battery, contract })
  return (
    <Dialog
      title={t(isSending ? 'move.sending.title' : `move.${step}.title`)}
      subject={`${t('move.step', { number: steps.indexOf(step) + 1, count: steps.length })} · ${subject}`}
      isClosable={!isSending}
      onClose={onClose}
    >
      {isSending ? (
        <div role="status">
          <ProgressAnimation />
          <p>{t('move.sending.words')}</p>
        </div>
      ) : (
        <>
          <ErrorBanner>{failure}</ErrorBanner>
          <ChangedShare change={change} onClose={onClose} />
          {content()}
          <DialogActions>
            <Button variant="second" onClick={() => (step === 'wallet' ? onClose() : setStep(stepBefore(step)))}>
              {t(step === 'wallet' ? 'cancel' : 'move.back')}
            </Button>
            {step === 'confirm' ? (
              <Button onClick={move}>{t('move.submit')}</Button>
            ) : (
              <Button disabledReason={disabledReasons[step]} onClick={() => setStep(stepAfter(step))}>
                {t('move.next')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )

  function content() {
    if (failedQuery)
      return (
        <ErrorState
          title={t('unread.title')}
          failure={failedQuery.error}
          onRetry={() => void failedQuery.refetch()}
          isRetrying={failedQuery.isFetching}
        >
          {t('unread.words')}
        </ErrorState>
      )
    if (wallets.isPending) return <Skeleton kind="rows" count={3} />
    if (choices.length === 0) return <EmptyState title={t('move.wallet.none')}>{t('move.wallet.noneWords')}</EmptyState>
    if (step === 'wallet' || !to) return <BatteryStep choices={choices} chosenId={toId} onChoose={chooseOther} />
    if (!others) return <Skeleton kind="rows" count={3} />
    if (step === 'percentage' || percentage === null)
      return <PercentageStep to={to} others={others} text={text} onText={setEnteredText} />
    return <ConfirmStep share={share} to={to} others={others} percentage={percentage} />
  }

  // A draft for one battery is meaningless for another.
  function chooseOther(id: number) {
    chooseWallet(id)
    setEnteredText(null)
  }
}

function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step
}

function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step
}
