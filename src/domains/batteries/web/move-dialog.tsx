import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Empty, Failed } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Dialog, DialogActions } from '#kit/web/dialog.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { StepsWait } from '#kit/web/steps-wait.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { moveShare } from '../api.ts'
import { ChangedShare } from './changed-share.tsx'
import { ConfirmStep, PartStep, WalletStep } from './move-steps.tsx'
import { otherShares } from './other-shares.ts'
import { readPercentage } from './percentage-field.tsx'
import { distributionQuery, walletsQuery } from './queries.ts'
import type { MoveDialogProps } from './share-dialog.tsx'
import { useChange } from './use-change.ts'

const steps = ['wallet', 'percentage', 'confirm'] as const
type Step = (typeof steps)[number]

/** Moves a contract's part to another wallet in three steps: which one, how much of it, and whether that is right. */
export function MoveDialog({ share, contract, sharedIds, onClose }: MoveDialogProps) {
  const t = useTranslations('batteries')
  const send = useSend()
  const say = useToast()
  const change = useChange(share)
  const { make, isSending, failure } = change
  const [step, setStep] = useState<Step>('wallet')
  const [toId, chooseWallet] = useState<number | null>(null)
  const [typed, setTyped] = useState<string | null>(null)

  const wallets = useQuery(walletsQuery(send))
  const distribution = useQuery({ ...distributionQuery(send, toId ?? 0), enabled: toId !== null })
  const choices = wallets.data?.filter(({ id }) => !sharedIds.includes(id)) ?? []
  const to = choices.find(({ id }) => id === toId)
  const others = distribution.data && otherShares(distribution.data, contract, 0)
  const text = typed ?? String(Math.min(share.percentage || 100, others?.free ?? 0))
  const percentage = readPercentage(text)
  const isFitting = others !== undefined && percentage !== null && percentage <= others.free
  const unread = wallets.isError ? wallets : step !== 'wallet' && distribution.isError ? distribution : null

  async function move() {
    if (!to || percentage === null) return
    const params = { contractName: contract, bateriaOrigenId: String(share.batteryId) }
    const body = { pes_percentatge: percentage, bateria_desti: to.id }
    if (!(await make((version) => send(moveShare, { params, body: { ...body, version } })))) return
    say(t('move.done', { wallet: to.name }))
    onClose()
  }

  const whyNotOn = {
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
          <StepsWait />
          <p>{t('move.sending.words')}</p>
        </div>
      ) : (
        <>
          <Failure>{failure}</Failure>
          <ChangedShare change={change} onClose={onClose} />
          {content()}
          <DialogActions>
            <Button variant="second" onClick={() => (step === 'wallet' ? onClose() : setStep(stepBefore(step)))}>
              {t(step === 'wallet' ? 'cancel' : 'move.back')}
            </Button>
            {step === 'confirm' ? (
              <Button onClick={move}>{t('move.submit')}</Button>
            ) : (
              <Button whyNot={whyNotOn[step]} onClick={() => setStep(stepAfter(step))}>
                {t('move.next')}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )

  function content() {
    if (unread)
      return (
        <Failed
          title={t('unread.title')}
          failure={unread.error}
          onRetry={() => void unread.refetch()}
          isRetrying={unread.isFetching}
        >
          {t('unread.words')}
        </Failed>
      )
    if (wallets.isPending) return <Skeleton kind="rows" count={3} />
    if (choices.length === 0) return <Empty title={t('move.wallet.none')}>{t('move.wallet.noneWords')}</Empty>
    if (step === 'wallet' || !to) return <WalletStep choices={choices} chosenId={toId} onChoose={chooseOther} />
    if (!others) return <Skeleton kind="rows" count={3} />
    if (step === 'percentage' || percentage === null)
      return <PartStep to={to} others={others} text={text} onText={setTyped} />
    return <ConfirmStep share={share} to={to} others={others} percentage={percentage} />
  }

  // What was typed for one wallet means nothing for another.
  function chooseOther(id: number) {
    chooseWallet(id)
    setTyped(null)
  }
}

function stepAfter(step: Step): Step {
  return steps[steps.indexOf(step) + 1] ?? step
}

function stepBefore(step: Step): Step {
  return steps[steps.indexOf(step) - 1] ?? step
}
